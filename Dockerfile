# An image that serves the page. It contains only the static program.
#
#   cargo xtask dist
#   docker build --tag nqueens .
#   docker run --rm --publish 127.0.0.1:8420:8420 nqueens
#
# Then play at http://localhost:8420/.
FROM scratch
COPY --chmod=755 target/dist/stage/nqueens /nqueens
COPY target/dist/stage/LICENSE-MIT target/dist/stage/LICENSE-APACHE target/dist/stage/LICENSES-THIRD-PARTY /licences/
USER 65534:65534
EXPOSE 8420
ENTRYPOINT ["/nqueens"]
CMD ["serve", "--host", "0.0.0.0"]
