export const inOtherTab = 'You are writing this in another tab.'
export const onOtherDevice = 'You are writing this on another device.'
export const continueHere = 'Continue here'
export const takeOverFailed = 'The draft could not be continued here. Try again.'
export const filesLeft = (names: readonly string[]) =>
  `${names.length === 1 ? 'Its file stays' : 'Its files stay'} on that device: ${names.join(', ')}`
export const restored = 'Draft restored'
export const discard = 'Discard draft'
