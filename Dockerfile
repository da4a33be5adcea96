# From 24.19 on better-sqlite3 12, compiled with Node's headers, is ended by a garbage collection while it is idle; 13 wants Node 22.
FROM node:24.18.1-bookworm-slim AS build
# Compiles better-sqlite3 where there is no ready-made binary, with Node's own headers.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
ENV npm_config_nodedir=/usr/local
WORKDIR /riverbank
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# Told in the manifests of backups: the history is not here to ask.
ARG COMMIT=""
# Readable by every user, however narrow the umask of whoever cloned the repository was.
RUN npm run build && node scripts/pack.mjs /packed && chmod -R a+rX /packed

# Debian and Node alone: no npm, no compiler, no headers.
FROM debian:12.13-slim
ARG COMMIT=""
LABEL org.opencontainers.image.title="Riverbank" \
  org.opencontainers.image.description="Website and student portal of a day service" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.revision="$COMMIT" \
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
