// What all panels beside the board have in common.

/** Gives an opened panel the focus, and shows as much of it as leaves the whole board on the screen. */
export function bringUp(panel, headline) {
  headline.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
  document.querySelector(".table").scrollIntoView({ block: "nearest" });
}
