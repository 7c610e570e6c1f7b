/** Actions of GitHub, each at one commit: the template of `init` is filled with them, and a test holds `action.yml` to them. */
export const pins = {
  checkout: 'actions/checkout@9f698171ed81b15d1823a05fc7211befd50c8ae0 # v6.0.3',
  setupNode: 'actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0',
  restoreCache: 'actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5',
  saveCache: 'actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5',
  uploadArtifact: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
  attest: 'actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32 # v4.1.0',
} as const;
