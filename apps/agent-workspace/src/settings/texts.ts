export const settings = 'Settings'
export const subtitle = 'Your account, notifications and display'
export const macros = 'Macros'
export const keyboard = 'Keyboard'
export const keyboardText = 'Press ? on any page to see all shortcuts.'
export const version = (version: string) => `Helpdesk portal ${version}`
