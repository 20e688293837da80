/**
 * A defect of postgres.js 3.4.9: what a transaction sends after its connection was lost is written to a socket that is
 * gone, in a timer, where nobody can catch it. The transaction fails by itself; the process need not. Everything else
 * that nobody caught ends the process, as it does without this.
 */
export function ignoreLostWrites(log: (line: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (error instanceof TypeError && /nextWrite.*postgres[/\\].*connection\.js/s.test(error.stack ?? '')) {
      log('A connection to the database was lost in the middle of a transaction')
      return
    }
    log(`${error.stack ?? String(error)}`)
    process.exit(1)
  })
}
