const day = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export type DateLike = Date | string | number

/** `Jan 5, 2024`, in the user's time zone. */
export const formatDate = (date: DateLike): string => day.format(new Date(date))
