# typed: strict
# frozen_string_literal: true

# The program, its manual pages and its completions, from the archives of the release.
class Nqueens < Formula
  desc "@summary@"
  homepage "@repository@"
  version "@version@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@download@/nqueens-@version@-aarch64-apple-darwin.tar.gz"
      sha256 "@sha256:aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@download@/nqueens-@version@-x86_64-apple-darwin.tar.gz"
      sha256 "@sha256:x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@download@/nqueens-@version@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sha256:aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@download@/nqueens-@version@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sha256:x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "nqueens"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/nqueens.bash" => "nqueens"
    zsh_completion.install "completions/_nqueens"
    fish_completion.install "completions/nqueens.fish"
    doc.install "README.md", "CHANGELOG.md", "LICENSES-THIRD-PARTY"
  end

  test do
    assert_equal "92", shell_output("#{bin}/nqueens count 8").strip
  end
end
