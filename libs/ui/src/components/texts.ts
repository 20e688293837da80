import { plural } from '../plural'

export const close = 'Close'
export const somethingWentWrong = 'Something went wrong'
export const retry = 'Retry'
export const notFound = 'Not found'
export const notFoundText = 'It may have been removed, or the link is wrong.'
export const loading = 'Loading…'
export const loadMore = 'Load more'
export const previous = 'Previous'
export const next = 'Next'
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const clearSearch = 'Clear search'
export const reference = (id: string) => `Reference ${id}`
export const unreachable = 'The server could not be reached. Check your connection and try again.'
export const loadingPage = 'Loading'
export const pagination = 'Pagination'
export const tooLong = (characters: number) => `${plural(characters, 'character')} too long`
