import { configure, getConfig } from '@testing-library/react'

const { getElementError: printPage } = getConfig()

/** Whether `waitFor` or `findBy*` runs the query. No public setting says so; without it, tests are only slower. */
function isRepeating(): boolean {
  const config = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}

/**
 * Configures the queries of tests. A query that is repeated until it succeeds prints the page only when its time is up:
 * printing a long list takes longer than finding something in it.
 * @param timeout - how long to repeat, in milliseconds
 */
export function configureQueries(timeout: number): void {
  configure({
    asyncUtilTimeout: timeout,
    getElementError(message, container) {
      if (!isRepeating()) return printPage(message, container)
      const error = new Error(message ?? undefined)
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}
