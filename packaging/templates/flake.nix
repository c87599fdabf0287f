# Written by `cargo xtask packaging` from packaging/templates/flake.nix.
{
  description = "@summary@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = nixpkgs.lib.genAttrs systems;
    in
    {
      packages = each (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "nqueens";
            version = "@version@";
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            cargoBuildFlags = [
              "--package"
              "nqueens-cli"
            ];
            # The tests of the workspace need minutes and other programs; the program itself is tried below.
            doCheck = false;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = ''
              $out/bin/nqueens man --out man1
              installManPage man1/*.1
              for shell in bash fish zsh; do
                $out/bin/nqueens completions $shell > nqueens.$shell
              done
              installShellCompletion --cmd nqueens --bash nqueens.bash --fish nqueens.fish --zsh nqueens.zsh
            '';
            doInstallCheck = true;
            installCheckPhase = ''
              test "$($out/bin/nqueens count 8)" = 92
            '';
            meta = {
              description = "@summary@";
              homepage = "@repository@";
              license = [
                pkgs.lib.licenses.mit
                pkgs.lib.licenses.asl20
              ];
              mainProgram = "nqueens";
            };
          };
        }
      );
    };
}
