FROM node:24-bookworm-slim AS build
# Compiles better-sqlite3 where there is no prebuilt binary.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /riverbank
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /riverbank
COPY --from=build /riverbank/node_modules node_modules
COPY --from=build /riverbank/build build
COPY package.json ./
COPY scripts/*.mjs scripts/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and gets SIGTERM, so that it finishes requests under way.
CMD ["node", "scripts/serve.mjs"]
