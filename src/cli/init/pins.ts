/** Actions of GitHub, each at the commit of its tag: the template of `init` is filled with them, and a test holds `action.yml` to them. */
export const pins = {
  checkout: 'actions/checkout@df4cb1c069e1874edd31b4311f1884172cec0e10 # v6.0.3',
  setupNode: 'actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0',
  restoreCache: 'actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5',
  saveCache: 'actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5',
  uploadArtifact: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
  attest: 'actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32 # v4.1.0',
} as const;
