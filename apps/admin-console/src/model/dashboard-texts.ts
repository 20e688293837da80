export const sampleOne = 'Sample Agent One'
export const sampleTwo = 'Sample Agent Two'
export const unreadable = 'The server sent an unexpected response. Reload the page and try again.'
