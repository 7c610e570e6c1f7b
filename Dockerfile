# docker build -t ramp-conformance .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" ramp-conformance run
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json rolldown.config.js ./
COPY build build
COPY bench bench
COPY schemas schemas
COPY src src
COPY suites suites
# No package but ours may run a script.
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
WORKDIR /opt/ramp-conformance
COPY package.json ./
RUN ln -s /opt/ramp-conformance/dist/bundle/main.js /usr/local/bin/ramp-conformance
COPY --from=build /build/dist/bundle dist/bundle
COPY --from=build /build/ramp-conformance.cdx.json ./
COPY schemas schemas
COPY src src
COPY suites suites
COPY docs docs
COPY examples examples
COPY CHANGELOG.md CONTRIBUTING.md SECURITY.md .env.example LICENSE README.md ./
# Says whether a key file is tracked.
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
# Settings and reports: a folder of the host is mounted here.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["ramp-conformance"]
CMD ["run"]
