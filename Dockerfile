# npm ci && npm pack
# docker build -t ramp-conformance .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" ramp-conformance run
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
# Git says whether a key file is tracked. Where Debian cannot be reached: --build-arg PACKAGES=
ARG PACKAGES=git
RUN test -z "$PACKAGES" || { apt-get update && apt-get install -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; }
COPY ramp-conformance-*.tgz /opt/
RUN npm install --global --offline --ignore-scripts --no-audit --no-fund /opt/ramp-conformance-*.tgz
# Settings and reports: a folder of the host is mounted here.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["ramp-conformance"]
CMD ["run"]
