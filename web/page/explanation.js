// An explanation frame by frame: what is said and drawn while the player steps through it.

/**
 * The frames of the server's answer, in order. Each has its depth (how many cases deep it is), the frame of the case
 * it belongs to (`inside`, an index, -1 outside of any), its scene, and the queens that the argument has put on the
 * board by then.
 */
export function framesOf({ square, status, kind, steps }) {
  const frames = [];
  const queens = [];
  if (kind !== null && kind !== "direct") {
    if (status !== "forced") queens.push(square);
    const scene = status === "forced" ? "suppose-none" : "suppose-queen";
    frames.push({ depth: 0, inside: -1, scene, queens: [...queens] });
  }
  push(frames, steps, 0, -1, queens);
  return frames;
}

function push(frames, steps, depth, inside, before) {
  const queens = [...before];
  for (const step of steps) {
    if (step.step === "only") queens.push(step.square);
    frames.push({ depth, inside, scene: "step", step, on: step.on ?? step.base?.[0], queens: [...queens] });
    for (const each of step.cases ?? []) {
      const supposed = [...queens, each.square];
      const head = frames.length;
      frames.push({ depth: depth + 1, inside, scene: "case", step: each, on: step.on, queens: supposed });
      push(frames, each.steps, depth + 1, head, supposed);
    }
  }
}

/** The frames to list when one of them is looked at: all, but of the cases only the insides of those it lies in. */
export function visibleFrames(frames, at) {
  const unfolded = new Set([-1]);
  if (frames[at].scene === "case") unfolded.add(at);
  for (let head = frames[at].inside; head !== -1; head = frames[head].inside) unfolded.add(head);
  return [...frames.keys()].filter((index) => unfolded.has(frames[index].inside));
}

/** The frame that opens the case which a frame lies in or opens; null outside of any. */
export function caseOf(frames, at) {
  const head = frames[at].scene === "case" ? at : frames[at].inside;
  return head === -1 ? null : head;
}

/** The frame after the case that a frame lies in or opens; null outside of any, and where no frame follows. */
export function afterCase(frames, at) {
  const head = caseOf(frames, at);
  if (head === null) return null;
  const { depth } = frames[head];
  const isOutside = (frame) => frame.depth < depth || (frame.depth === depth && frame.scene === "case");
  const next = frames.findIndex((frame, index) => index > head && isOutside(frame));
  return next === -1 ? null : next;
}

/** What to draw over the board at a frame: a line, attacks from a queen to a square, squares that are left, queens. */
export function pictureOf(square, { scene, step, on, queens }) {
  const ruledOut = (scene === "step" && step.ruled_out) || [];
  const attacks = ruledOut.filter(({ by }) => by).map(({ by, square: to }) => [by, to]);
  if (step?.step === "attacked") attacks.push([step.by, square]);
  if (step?.step === "queens-attack") attacks.push(step.queens);
  const left = { only: () => [step.square], split: () => step.cases.map((each) => each.square) }[step?.step]?.() ?? [];
  const crossed = ruledOut.map((each) => each.square);
  return { line: on ?? null, attacks, left, crossed, queens, empty: scene === "suppose-none" ? square : null };
}
