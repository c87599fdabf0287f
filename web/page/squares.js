// Squares by their names in algebraic notation, and the lines along which queens attack. Files and ranks count from 0.
// One letter a file is enough: the page plays boards of at most 26.

const FIRST_FILE = "a".charCodeAt(0);

export const fileName = (file) => String.fromCharCode(FIRST_FILE + file);

export const nameOf = (file, rank) => fileName(file) + (rank + 1);

/** The names read so far: every draw asks for all of them. */
const read = new Map();

/** File and rank of a square's name; null if it is no name of a square of an n x n board. */
export function locate(name, n) {
  const at = read.get(name) ?? parse(name);
  return at && at.file < n && at.rank < n ? at : null;
}

function parse(name) {
  const [, letter, digits] = /^([a-z])([1-9]\d?)$/.exec(name) ?? [];
  if (!letter) return null;
  const at = Object.freeze({ file: letter.charCodeAt(0) - FIRST_FILE, rank: Number(digits) - 1 });
  read.set(name, at);
  return at;
}

/** All squares of the board in the order a1, b1, ..., which is the order of the server's answers. */
export function allSquares(n) {
  return Array.from({ length: n * n }, (_, place) => nameOf(place % n, Math.floor(place / n)));
}

/** The place of a square in that order. */
export function placeOf(name, n) {
  const { file, rank } = locate(name, n);
  return rank * n + file;
}

/** The line that two different squares share, as "rank 4", "file c", "the diagonal"; null if they share none. */
export function sharedLine(a, b, n) {
  const [p, q] = [locate(a, n), locate(b, n)];
  if (a === b) return null;
  if (p.rank === q.rank) return `rank ${p.rank + 1}`;
  if (p.file === q.file) return `file ${fileName(p.file)}`;
  if (p.file - p.rank === q.file - q.rank) return "the diagonal";
  if (p.file + p.rank === q.file + q.rank) return "the anti-diagonal";
  return null;
}
