// The words of the assistant itself; those of its answers without a model are in builtin-texts.ts.
/** The specification's text for every failure without a reason. */
export const failed = 'Failed to get response from AI assistant'
export const messageEmpty = 'Message cannot be empty'
export const messageTooLong = 'Message cannot exceed 1000 characters'

// Behind, or in place of, what the model wrote
export const truncated = '*The answer was cut off at its length limit.*'
export const prepared = 'I have prepared this for you to decide on.'
