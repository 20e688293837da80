/** @param time such as `Tue 9:00 AM` */
export const sendTomorrow = (time: string) => `Send tomorrow, ${time}`
export const sendAt = (time: string) => `Send ${time}`
export const pickTime = 'Pick a date and time…'
