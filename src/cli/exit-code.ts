/** The exit codes of the process; a judged run ends with that of its verdict (0, 1 or 3). */
export const exitCode = {
  done: 0,
  /** The target differs from what was promised or accepted. */
  deviates: 1,
  /** Refused before any request: arguments, settings. */
  refused: 2,
  /** Nothing was proved, or not all of it. */
  inconclusive: 3,
  /** A secret or personal datum was found in an output, which was withheld. */
  leaked: 4,
  interrupted: 130,
  terminated: 143,
} as const;
