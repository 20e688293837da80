export const imageDamaged = 'This image is damaged'
export const imageDamagedText = 'Download it and try another app.'
export const imageTooLarge =
  'It is damaged, or has more pixels than a browser can show. Download it to open it.'
export const pageOf = (page: number, pages: number, file: string) => `Page ${page} of ${pages} of ${file}`
export const pageFailed = 'This page could not be displayed'
export const pdfProtected = 'It is password-protected. Download it to open it.'
export const pdfDamaged = 'It may be damaged. Try opening it in another app.'
export const pdfNotShown = 'This PDF cannot be shown'
export const pdfCut = (shown: number, pages: number) =>
  `Only the first ${shown} of ${pages} pages are shown. Download the file to read all of it.`
export const notShown = 'This file cannot be shown here'
export const notShownText = 'Download it to open it.'
export const loadFailed = 'This file could not be loaded'
export const previousFile = 'Previous file'
export const nextFile = 'Next file'
export const zoomOut = 'Zoom out'
export const fitToWindow = (percent: number) => `${percent}%, fit to window`
export const zoomIn = 'Zoom in'
export const contentOf = (file: string) => `Content of ${file}`
export const loadingPreview = 'Loading preview...'
export const textCut = 'Only the beginning is shown. Download the file to read all of it.'
export const fileEmpty = 'This file is empty.'
export const placeOf = (place: number, count: number) => `${place} of ${count}`
