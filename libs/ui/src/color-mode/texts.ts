export const switchTheme = (mode: string, next: string) => `Theme: ${mode}. Switch to ${next}`
