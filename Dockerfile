# Compiles sweepbot, and leaves the compiler behind.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here, so none gets to run one.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production SWEEPBOT_DATA=/data PORT=3000
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY templates ./templates
COPY signatures ./signatures
COPY policy ./policy
# The embedded database; without a volume here, the audit trail goes with the container.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# The page itself answers within five seconds, whatever the database does.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli/main.js", "serve"]
