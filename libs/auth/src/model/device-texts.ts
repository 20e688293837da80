export const androidPhone = 'Android phone'
export const androidTablet = 'Android tablet'
export const unknownDevice = 'Unknown device'
export const deviceOn = (browser: string, system: string) => `${browser} on ${system}`
export const samsungInternet = 'Samsung Internet'
