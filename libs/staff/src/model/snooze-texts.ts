export const laterToday = 'Later today'
export const inHours = (hours: number) => `In ${hours} hours`
export const today = 'Today'
export const tomorrow = 'Tomorrow'
/** @param weekday such as `Monday` */
export const next = (weekday: string) => `Next ${weekday}`
export const inAWeek = 'In a week'
export const pickTime = 'Pick a date and time…'
export const untilAnswer = 'Until the customer answers'
export const wakeNow = 'Wake now'
export const timeMissing = 'Choose a time'
export const timePast = 'Choose a time to come'
export const timeTooFar = 'A ticket can be snoozed for a year at most'
/** @param place such as `New York` */
export const hoursElsewhere = (opens: string, closes: string, place: string) =>
  `Your time. Working hours are ${opens} to ${closes} in ${place}.`
export const outsideHours = 'Outside working hours.'
