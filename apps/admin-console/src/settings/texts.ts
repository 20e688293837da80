import { plural } from '@helpdesk/ui/plural'

export const ticketCount = (count: number) => plural(count, 'ticket')
export const subtitle = 'Settings for the whole workspace'
export const loading = 'Loading settings...'
export const loadFailed = 'Settings could not be loaded'
export const saved = 'Settings saved'
export const saveFailed = 'Settings could not be saved'
export const general = 'General'
export const appearance = 'Appearance'
export const appearanceHint = 'Shown on every page and on the sign-in page.'
export const logo = 'Logo'
export const logoHint = 'PNG, JPEG or WebP, up to 32 kB. Square images work best.'
export const chooseLogo = 'Choose image'
export const removeLogo = 'Remove'
export const accent = 'Accent color'
export const accentHint = 'Used for buttons and links, for example #0b5f6b.'
export const accentInvalid = 'Enter a color such as #0b5f6b'
export const accentPick = 'Pick a color'
export const accentReset = 'Use default'
export const tooLight = (ratio: string) =>
  `Too light: white text on this color has a contrast of ${ratio}:1. At least 4.5:1 is needed.`
export const button = 'Button'
export const lightTheme = 'Light theme'
export const darkTheme = 'Dark theme'
export const link = 'Link'
export const contrast = (ratio: string) => `${ratio}:1`
export const settings = 'Settings'
export const accountSubtitle = 'Your account, notifications and display'
export const tagDeleted = 'Tag deleted'
export const tagDeletedText = (count: number) => `Removed from ${ticketCount(count)}.`
export const deleteQuestion = (tag: string) => `Delete ${tag}?`
export const deleteText = (count: number) =>
  `This removes the tag from ${ticketCount(count)}. You cannot undo this.`
export const deleteFailed = 'Tag could not be deleted'
export const cancel = 'Cancel'
export const deleting = 'Deleting...'
export const deleteFrom = (count: number) => `Delete from ${ticketCount(count)}`
export const saving = 'Saving...'
export const saveAppearance = 'Save appearance'
export const tagRenamed = 'Tag renamed'
export const tagRenamedText = (count: number, tag: string) =>
  `${ticketCount(count)} now ${count === 1 ? 'has' : 'have'} the tag ${tag}.`
export const renameTag = (tag: string) => `Rename ${tag}`
export const newName = 'New name'
export const renameHint = (count: number) => `Used on ${ticketCount(count)}. All of them will be updated.`
export const mergeHint = (tag: string, count: number) =>
  `${tag} already exists on ${ticketCount(count)}. The two tags will be merged.`
export const renameFailed = 'Tag could not be renamed'
export const renaming = 'Renaming...'
export const rename = 'Rename'
export const yourAccount = 'Your account'
export const workspace = 'Workspace'
export const email = 'Email'
export const tags = 'Tags'
export const macros = 'Macros'
export const tagsSubtitle = 'Rename, merge and delete tags'
export const loadingTags = 'Loading tags...'
export const tagsLoadFailed = 'Tags could not be loaded'
export const noTags = 'No tags yet'
export const noTagsText = 'Open a ticket to add its first tag.'
export const deleteTag = (tag: string) => `Delete ${tag}`
export const deleteNow = 'Delete'
export const tagsHint =
  'Counts cover the newest 20,000 tagged tickets. Renaming or deleting a tag changes every ticket that has it.'
export const files = 'Files'
export const filesSubtitle = 'Which files can be attached to tickets, by upload and by email.'
export const fileTypes = 'Accepted file types'
export const fileTypesHint =
  'Extensions, separated by commas. Programs and scripts such as .exe are never accepted. Existing files are not affected.'
export const fileTypesReset = 'Use default types'
export const fileTypesSave = 'Save file types'
export const unsavedChanges = 'Unsaved changes'
export const discardChanges = 'Discard changes'
export const save = 'Save settings'
export const tagEmpty = 'Enter a name'
export const tagTooLong = (max: number) => `A tag can have at most ${max} characters`
export const tagComma = 'A tag cannot contain a comma'
export const tagSame = 'The tag already has this name'
export { weekdays } from '../model/settings-texts'
