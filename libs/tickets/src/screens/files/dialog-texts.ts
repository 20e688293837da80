export const cancel = 'Cancel'
export const deleteQuestion = 'Delete this file?'
export const deleteText = (file: string) => `${file} will be deleted for everyone. You cannot undo this.`
export const deleting = 'Deleting...'
export const remove = 'Delete'
