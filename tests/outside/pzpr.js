// Reads boards of puzz.link by pzpr, the program that the links are of: the npm package in the folder that NQUEENS_PZPR names.
//
// Each line of the input is a JSON object with a `link` and, where its answer is to be checked, the `values` of all cells row
// by row: a number, 0 for an empty cell, and 1 for a lamp or a star. Each line of the output tells of the same line: the
// `kind`, `columns`, `rows`, `stars`, the `clues` (-1 for none, -2 for one without a number), the `rooms` (null without
// borders) and whether the answer is `complete`; or the `error`.
"use strict";
const path = require("path");
const pzpr = require(path.join(process.env.NQUEENS_PZPR, "pzpr"));

function told({ link, values }) {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(link);
    const board = puzzle.board;
    const cells = Array.from({ length: board.cell.length }, (_, place) => board.cell[place]);
    const rooms = board.roommgr && board.roommgr.components;
    const seen = {
        kind: puzzle.pid,
        columns: board.cols,
        rows: board.rows,
        stars: board.starCount ? board.starCount.count : null,
        clues: cells.map((cell) => cell.qnum),
        rooms: rooms ? cells.map((cell) => rooms.indexOf(cell.room)) : null,
    };
    if (values) {
        cells.forEach((cell, place) => {
            if (puzzle.pid !== "sudoku") {
                cell.setQans(values[place]);
            } else if (cell.qnum === -1 && values[place] > 0) {
                cell.setAnum(values[place]);
            }
        });
        board.rebuildInfo();
        seen.complete = puzzle.check(true).complete;
    }
    return seen;
}

const lines = require("fs").readFileSync(0, "utf8").split("\n");
for (const line of lines.filter((text) => text !== "")) {
    let answer;
    try {
        answer = told(JSON.parse(line));
    } catch (error) {
        answer = { error: String(error.message) };
    }
    console.log(JSON.stringify(answer));
}
