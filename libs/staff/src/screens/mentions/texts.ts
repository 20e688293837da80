export const mentionAColleague = 'Mention a colleague'
export const away = 'Away'
export const found = (count: number) =>
  `${count === 1 ? '1 colleague' : `${count} colleagues`}, arrow keys select`
