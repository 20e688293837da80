export const loadingItems = (items: string) => `Loading ${items}...`
export const moreFailed = (items: string) => `More ${items} could not be loaded`
export const outdated = (items: string) => `These ${items} may be out of date`
export const unknownError = 'An unknown error occurred'
export const retry = 'Retry'
