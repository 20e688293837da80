export const formerMember = 'Former member'
export const wroteNote = 'wrote an internal note'
export const wrote = 'wrote'
export const justNow = 'less than a minute ago'
