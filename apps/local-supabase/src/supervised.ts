/** Tells `bin/start.mjs` that the start succeeded: from now on it restarts this process after a crash. */
export function reportReady(): void {
  process.channel?.unref()
  process.send?.('ready', undefined, undefined, () => undefined)
}

/** A closed terminal, or a program that no longer reads the log, is no reason to end. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
