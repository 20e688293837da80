export const settings = 'Settings'
export const subtitle = 'Your account, notifications and display'
