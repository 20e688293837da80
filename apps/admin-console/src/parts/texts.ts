export const error = 'Error'
export const cancel = 'Cancel'
export const notCopied = (what: string) => `Could not copy the ${what}`
export const notCopiedText = 'Select the text and copy it manually.'
export const copied = 'Copied'
export const link = 'link'
