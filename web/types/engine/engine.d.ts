/** The game as WebAssembly: takes and gives JSON. */
export class Engine {
  constructor(options: string);
  tell(message: string): string;
  run(progress: (fraction: number) => void): string;
}
export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
