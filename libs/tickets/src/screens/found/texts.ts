/** Before the corrected text. */
export const showingResults = 'Showing results for'
/** Before the typed text. */
export const searchInstead = 'Search instead for'
/** Before and after the number of matches. */
export const theseAre = 'These are the'
export const bestMatches = 'best matches. Narrow your search to see others.'
