export const closedSolved = 'My problem is solved'
export const closedByThemselves = 'I found a solution myself'
export const closedNotNeeded = 'I no longer need help'
export const closedMistake = 'I opened this by mistake'
