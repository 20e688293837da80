export const fileTypeWrong = (types: string) => `File type must be one of ${types}`
export const fileTooLarge = (limit: string) => `File is too large: the limit is ${limit}`
export const fileEmpty = 'File is too small: it is empty'
export const filesOff = 'File attachments are turned off.'
export const tooManyFiles = 'Too many files'
export const uploadOffline = 'You are offline. Retry once you are connected again.'
export const uploadConnectionLost = 'The connection was lost. Check it and retry.'
export const uploadSessionEnded = 'Your session has ended. Sign in again, then retry.'
export const uploadForbidden = 'You are not allowed to add this file.'
export const uploadTooLarge = 'The file is too large for the server.'
export const uploadTypeRefused = 'The server does not accept this file: its content does not match its type.'
export const uploadTooMany = 'Too many uploads at the moment. Wait a moment, then retry.'
export const uploadFailed = 'The server could not store the file. Try again in a moment.'
export const uploadFileLost = 'This file is no longer on this device. Attach it again.'
