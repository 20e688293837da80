export const notifications = 'Notifications'
export const dismiss = 'Dismiss'
