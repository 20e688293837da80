const day = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** `Jan 5, 2024`, in the user's time zone. */
export const formatDate = (date: Date | string | number): string => day.format(new Date(date))
