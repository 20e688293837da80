export const leave = 'Leave'
export const stay = 'Stay'
export const unsaved = 'Leave without saving?'
export const unsavedText = 'Your changes on this page are not saved.'
