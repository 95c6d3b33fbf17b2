# syntax=docker/dockerfile:1
# The last stage has no npm and no other package manager of Node.js. Its Node.js is the one that `npm ci` installs, as
# everywhere else (docs/decisions/0042-containers-without-settings.md).

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/analyzer/package.json ./packages/analyzer/
COPY packages/client-configurations/package.json ./packages/client-configurations/
COPY packages/dashboard/package.json ./packages/dashboard/
COPY packages/sources/package.json ./packages/sources/
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --ignore-scripts
COPY scripts ./scripts
COPY src ./src
COPY packages ./packages
RUN npm run -s build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/analyzer/package.json ./packages/analyzer/
COPY packages/client-configurations/package.json ./packages/client-configurations/
COPY packages/dashboard/package.json ./packages/dashboard/
COPY packages/sources/package.json ./packages/sources/
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --omit=dev --ignore-scripts \
  && mv node_modules/node-linux-*/bin/node ./node \
  && rm -rf node_modules/node-linux-* node_modules/.bin node_modules/@sparticuz

FROM debian:bookworm-slim
# The browser that prints reports, with a font for what a document does not bring itself.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation \
  && rm -rf /var/lib/apt/lists/*
# /secrets is for what docker-compose.yml generates. A named volume takes the owner of the folder that it is mounted on.
RUN groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin node \
  && install -d -o node -g node -m 0700 /data /secrets \
  && ln -s /app/bin/mcp-hub.cjs /usr/local/bin/mcp-hub \
  && ln -s /app/bin/mcp-analyze.cjs /usr/local/bin/mcp-analyze
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    PUPPETEER_EXECUTABLE_PATH=/usr/bin/chromium \
    REPORTS_BROWSER_SANDBOX=false \
    SHUTDOWN_DRAIN_SECONDS=5
WORKDIR /app
COPY --from=dependencies /app/node /usr/local/bin/node
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages/analyzer/dist ./packages/analyzer/dist
COPY --from=build /app/packages/client-configurations/dist ./packages/client-configurations/dist
COPY --from=build /app/packages/sources/dist ./packages/sources/dist
COPY --from=build /app/packages/dashboard/dist ./packages/dashboard/dist
COPY bin ./bin
COPY examples ./examples
COPY scripts/check-runtime.cjs scripts/run-compiled.cjs ./scripts/
COPY packages/analyzer/bin ./packages/analyzer/bin
COPY packages/analyzer/package.json ./packages/analyzer/
COPY packages/client-configurations/package.json ./packages/client-configurations/
COPY packages/dashboard/package.json ./packages/dashboard/
COPY packages/sources/package.json ./packages/sources/
COPY package.json LICENSE ./
USER node
VOLUME /data
EXPOSE 8080
# There is no HEALTHCHECK: orchestrators ask /healthz and /readyz themselves, without starting a process in the container.
# As the main process, node gets SIGTERM itself and shuts down in order.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "dist/main.js"]
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
ARG CREATED=
LABEL org.opencontainers.image.title="mcp-hub" \
      org.opencontainers.image.description="The place where an organization keeps, checks and trusts the MCP servers that its AI agents run" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.created="${CREATED}"
