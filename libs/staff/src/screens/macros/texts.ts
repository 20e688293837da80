export const noChange = 'No change'
export const macroSaved = 'Macro saved'
export const macroCreated = 'Macro created'
export const editMacro = 'Edit macro'
export const newMacro = 'New macro'
export const name = 'Name'
export const text = 'Text'
export const setStatus = 'Set status'
export const setPriority = 'Set priority'
export const addTags = 'Add tags'
export const separatedByCommas = 'Separated by commas'
export const shareWithAll = 'Share with all agents and admins'
export const notSaved = 'The macro was not saved'
export const saving = 'Saving...'
export const saveMacro = 'Save Macro'
export const cancel = 'Cancel'
export const notChanged = 'The macro was not changed'
export const shared = 'Shared'
export const personal = 'Personal'
export const editNamed = (name: string) => `Edit ${name}`
export const edit = 'Edit'
export const makePersonal = 'Make personal'
export const shareWithEveryone = 'Share with everyone'
export const notDeleted = 'The macro was not deleted'
export const deleteForGood = 'Delete for good'
export const keep = 'Keep'
export const remove = 'Delete'
export const title = 'Macros'
export const subtitle = 'Saved replies, inserted from the reply box of a ticket'
export const loadingMacros = 'Loading macros...'
export const noMacrosYet = 'No macros yet'
export const noMacrosText = 'Save replies you use often.'
export const sharedHint =
  'Shared macros are available to all agents and admins. Authors and admins can edit them.'
export const newMacroAction = 'New Macro'
export const sets = (value: string) => `Sets ${value}`
export const adds = (tag: string) => `Adds ${tag}`
export const unknownPlaceholders = (names: string) =>
  `These placeholders are unknown and will stay as they are: ${names}`
export const placeholder = (name: string, meaning: string) => `{{${name}}} is ${meaning}`
export const textTooLong = (max: number) => `Text must not exceed ${max} characters`
export const textRequired = 'Text is required, unless the macro sets something'
export const invalidTags = 'Invalid tags'
export const requesterName = 'the requester’s name'
export const ticketNumber = 'the number of the ticket, such as #1042'
export const yourName = 'your name'
export const nameRequired = 'Name is required'
export const nameTooLong = (max: number) => `Name must not exceed ${max} characters`
