// Splits the engine in two parts, so that a page downloads and compiles less before its first board: the functions of a
// game of n-queens are in the first part, and the second part is loaded later, or when it is called.
//
//     node web/engine/split.mjs BINARYEN FOLDER
//
// FOLDER has the output of wasm-bindgen with the names of functions: engine.js and engine_bg.wasm. An instrumented module
// records the functions that run in the games of first.mjs. All other functions move to a second module, rest_bg.wasm. The
// first module calls them by stubs through a table that the second module fills. If the table is still empty, a stub makes
// page/rest.js load the second module. Binaryen's wasm-split does the same, but no npm package contains it.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { games } from "./first.mjs";

const [library, folder] = process.argv.slice(2);
const { default: binaryen } = await import(pathToFileURL(library).href);
/** The name of the module with wasm-bindgen's glue, as imported by the engine. */
const GLUE = "./engine_bg.js";
/** The name of the first part, as imported by the second part. */
const FIRST = "first";
/** The names of the engine's memory and tables, and of the new table. */
const [MEMORY, CALLED, REFERENCES, LAZY] = ["0", "0", "__wbindgen_externrefs", "lazy"];
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt;

const at = (/** @type {string} */ name) => join(folder, name);
const whole = readFileSync(at("engine_bg.wasm"));
const glue = readFileSync(at("engine.js"), "utf8");
binaryen.setDebugInfo(true);

const needed = await run();
const stubs = called(withStubs([]));
const rest = withImports();
const first = withStubs(stubs);
for (const { name, module, base } of functions(rest)) if (module === FIRST) first.addFunctionExport(name, base);
writeFileSync(at("engine_bg.wasm"), emitted(first));
writeFileSync(at("rest_bg.wasm"), emitted(rest));
writeFileSync(at("engine.js"), importing('import { load } from "../rest.js";', "load"));

function read() {
  const module = binaryen.readBinary(whole);
  module.setFeatures(FEATURES);
  return module;
}

/** @template T @param {number} count @param {(index: number) => T} each */
function listed(count, each) {
  return Array.from({ length: count }, (_, index) => each(index));
}

/** @param {Module} module */
function functions(module) {
  return listed(module.getNumFunctions(), (index) => binaryen.getFunctionInfo(module.getFunctionByIndex(index)));
}

/** Returns the glue with another function for the engine. @param {string} statement @param {string} name */
function importing(statement, name) {
  const [before, after, ...more] = glue.split("import0 = {");
  if (after === undefined || more.length) throw new Error("engine.js is not what wasm-bindgen wrote so far");
  return `${statement}\n${before}import0 = {\n        ${name},${after}`;
}

/** Returns the names of the functions that run in the games, and of the functions that the page calls. */
async function run() {
  const module = read();
  const names = functions(module).map(({ name }) => name);
  module.addFunctionImport("note", GLUE, "note", binaryen.i32, binaryen.none);
  for (const [index, name] of names.entries()) {
    const { body, results } = binaryen.getFunctionInfo(module.getFunction(name));
    const noted = () => module.call("note", [module.i32.const(index)], binaryen.none);
    if (body) binaryen.Function(module.getFunction(name)).body = module.block(null, [noted(), body], results);
  }
  const needed = new Set();
  Object.assign(globalThis, { note: (/** @type {number} */ index) => needed.add(names[index]) });
  writeFileSync(at("noting.mjs"), importing("const { note } = globalThis;", "note"));
  const { Engine, initSync } = await import(pathToFileURL(at("noting.mjs")).href);
  rmSync(at("noting.mjs"));
  initSync({ module: new WebAssembly.Module(module.emitBinary()) });
  for (const { options, told } of games) {
    const engine = new Engine(JSON.stringify(options));
    let mode = "";
    for (const message of [{ start: true }, ...told]) {
      // On the board these keys open the menu, whose code for all kinds of puzzles belongs to the second part.
      if (mode === "play" && (message.key === "Escape" || message.act === "cancel")) continue;
      let answer = JSON.parse(engine.tell(JSON.stringify(message)));
      mode = answer.view.mode ?? mode;
      engine.names();
      while (answer.pending) {
        answer = JSON.parse(engine.run(() => {}));
        mode = answer.view.mode ?? mode;
      }
      engine.names();
    }
  }
  const exports = listed(module.getNumExports(), (index) => binaryen.getExportInfo(module.getExportByIndex(index)));
  for (const { kind, value } of exports) if (kind === binaryen.ExternalFunction) needed.add(value);
  return needed;
}

/** Creates the first module, with stubs for the functions of the second. @param {string[]} stubs */
function withStubs(stubs) {
  const module = read();
  module.addTable(LAZY, stubs.length, stubs.length, binaryen.funcref);
  module.addFunctionImport("load", GLUE, "load", binaryen.none, binaryen.none);
  for (const { name, params, results, body } of functions(module)) {
    if (!body || needed.has(name)) continue;
    const slot = () => module.i32.const(stubs.indexOf(name));
    const isMissing = module.ref.is_null(module.table.get(LAZY, slot(), binaryen.funcref));
    const operands = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
    const stub = [
      module.if(isMissing, module.call("load", [], binaryen.none)),
      module.call_indirect(LAZY, slot(), operands, params, results),
    ];
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.block(null, stub, results));
  }
  module.addTableExport(LAZY, LAZY);
  module.addTableExport(CALLED, CALLED);
  for (const { name, mutable } of globals(module)) if (mutable) module.addGlobalExport(name, name);
  return module;
}

/** Creates the second module, which imports the functions of the first module, the memory, the tables and the stack. */
function withImports() {
  const module = read();
  const exports = listed(module.getNumExports(), (index) => binaryen.getExportInfo(module.getExportByIndex(index)).name);
  for (const name of exports) module.removeExport(name);
  const memory = module.getMemoryInfo();
  module.setMemory(memory.initial, memory.max ?? -1, null, [], false, false, MEMORY);
  module.addMemoryImport(MEMORY, FIRST, "memory");
  const segments = listed(module.getNumElementSegments(), (index) => module.getElementSegmentByIndex(index));
  for (const segment of segments) module.removeElementSegment(binaryen.getElementSegmentInfo(segment).name);
  module.addTableImport(CALLED, FIRST, CALLED);
  module.addTableImport(REFERENCES, FIRST, REFERENCES);
  for (const { name, type, mutable } of globals(module)) {
    if (mutable) module.addGlobalImport(name, FIRST, name, type, true);
  }
  for (const [index, { name, params, results, body }] of functions(module).entries()) {
    if (body && !needed.has(name)) continue;
    module.removeFunction(name);
    module.addFunctionImport(name, FIRST, index.toString(36), params, results);
  }
  module.addTable(LAZY, stubs.length, stubs.length, binaryen.funcref);
  module.addTableImport(LAZY, FIRST, LAZY);
  module.addActiveElementSegment(LAZY, LAZY, stubs, module.i32.const(0));
  module.runPasses(["remove-unused-module-elements"]);
  return module;
}

/** @param {Module} module */
function globals(module) {
  return listed(module.getNumGlobals(), (index) => binaryen.getGlobalInfo(module.getGlobalByIndex(index)));
}

/** Returns the stubs that are called. @param {Module} module */
function called(module) {
  module.runPasses(["remove-unused-module-elements"]);
  return functions(module).filter(({ name, body }) => body && !needed.has(name)).map(({ name }) => name);
}

/** @param {Module} module */
function emitted(module) {
  module.runPasses(["remove-unused-module-elements"]);
  if (!module.validate()) throw new Error("what is written is no module");
  binaryen.setDebugInfo(false);
  const binary = module.emitBinary();
  binaryen.setDebugInfo(true);
  return binary;
}
