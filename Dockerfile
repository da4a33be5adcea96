# Node's newest 24 at each build, so that its fixes come by themselves. Tried with 24.21.0.
FROM node:24-bookworm-slim AS build
WORKDIR /riverbank
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# Told in the manifests of backups: the history is not here to ask.
ARG COMMIT=""
# Readable by every user, however narrow the umask of whoever cloned the repository was.
RUN npm run build && node scripts/pack.mjs /packed && chmod -R a+rX /packed

# Debian and Node alone: no npm, no compiler, no headers.
FROM debian:12.13-slim
ARG COMMIT=""
# The Node image that was taken, told by whoever builds: docker buildx imagetools inspect node:24-bookworm-slim
ARG NODE_DIGEST=""
LABEL org.opencontainers.image.title="Riverbank" \
  org.opencontainers.image.description="Website and student portal of a day service" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.revision="$COMMIT" \
  riverbank.node.digest="$NODE_DIGEST" \
  org.opencontainers.image.base.name="docker.io/library/debian:12.13-slim"
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
RUN useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin riverbank && install -d -o 1000 -g 1000 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /packed /riverbank
COPY --chmod=755 scripts/healthy /riverbank/scripts/
WORKDIR /riverbank
# By number, so that a cluster can see that it is not root. Any other user that owns the volume will do: --user.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["scripts/healthy"]
# Node is process 1 and gets SIGTERM, so that it finishes requests under way.
CMD ["node", "scripts/serve.mjs"]
