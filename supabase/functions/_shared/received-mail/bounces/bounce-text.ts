/** Beginnings of subjects of delivery reports, by language. Only servers are asked: to people these are words like others. */
const failedForms = [
  // English
  ...[
    'undeliver',
    'un-deliver',
    'non-?deliver',
    'non deliver',
    'mail delivery',
    'message delivery',
    'e-?mail delivery',
    'mail ?system error',
    'mail error',
    'mail status',
    'mail failure',
    'there was an error sending',
    'error sending',
    'permanent (delivery|failure|error|fatal)',
  ],
  ...[
    'delivery (status|fail|has failed|report|problem|error|unsuccessful|final|incomplete|notification|delayed|warning)',
    'failure (notice|delivery|report)',
    'failed (delivery|mail|message|to deliver)',
  ],
  ...[
    "(the |your )?(e-?mail|mail|messages?)( you sent)? (could|can|was|were|is|has|have)( ?not|n't)",
    '(the |your )?(e-?mail|mail|message) (not|undeliver|rejected|refused|returned|bounced|blocked|failed)',
  ],
  ...[
    'return(ed)? (e-?mail|mail|message|to sender|undeliver)',
    'bounced? (mail|message|e-?mail)',
    'notice: mail delivery',
    'warning: (message|could not|e-?mail)',
    '(could not|unable to|cannot|failed to) (deliver|send)',
  ],
  ...[
    'rejected( mail| message|:)',
    'user unknown',
    '(unknown|invalid) (user|recipient|address)',
    '(e-?mail )?address not found',
    'postmaster notify',
    '(ndn|dsn):',
    'delivery of .{0,40}failed',
  ],
  // German, Dutch
  ...[
    'unzustellbar',
    'nicht zustellbar',
    '(ihre |die |eine )?(e-?mail|mail|nachricht)( .{0,30})? (nicht|konnte|wurde)',
    'zustell(ung|fehler|bericht|status|problem)',
    'fehler (bei|beim)',
    'r.{1,2}ckl.ufer',
  ],
  ...[
    'niet (bezorgd|afgeleverd|besteld)',
    'onbestelba',
    'bezorg(ing|fout)',
    'bericht (niet|kon)',
    'afleverings',
  ],
  // French
  ...[
    '.{1,2}chec (de |de la |dans la |lors de )',
    'non[- ](remis|distribu)',
    'message non',
    'courrier (non|.lectronique non)',
    'notification d.{1,2}.tat de',
    'rapport de non',
    'retour de courrier',
    'e-?mail non',
  ],
  // Spanish, Italian, Portuguese, Romanian
  ...[
    'no se (puede|pudo|ha podido)',
    'no entregad',
    '(error|fallo|notificaci.n) .{0,20}(entrega|env.o)',
    'mensaje no',
    'correo (no|devuelto|rechazado)',
    'mensaje devuelto',
  ],
  ...[
    'mancat[oa] (recapito|consegna)',
    'impossibile (recapitare|consegnare)',
    'messaggio non',
    'non recapitat',
    'errore (di|nella) (consegna|recapito)',
    'notifica .{0,20}(mancat|consegna|recapito)',
  ],
  ...[
    'falha (na|de|no|ao) ',
    'n.o entregue',
    'n.o foi poss.vel',
    'mensagem (n.o|devolvida)',
    'e-?mail n.o',
    'nelivr',
    'mesaj.{0,10} nelivr',
    'eroare la livrare',
  ],
  // Polish, Czech, Hungarian, Turkish
  ...[
    '(nie|zwrot|b..d|powiadomienie) .{0,20}(dor.cz|dostar|wiadomo|poczt)',
    'nie (mo|uda|dor|dost)',
    'niedor.cz',
    'nedoru',
    '(zpr.va|zpr.vu|spr.va|spr.vu) ne',
    'nelze doru',
    'k.zbes.t',
    'nem k.zbes',
    'k.zbes.thetetlen',
  ],
  ...['teslim (edilemedi|edilemeyen)', '(.{1,2}leti |mesaj |e-?posta )?(iletilemedi|g.nderilemedi)'],
  // Swedish, Danish, Norwegian, Finnish
  ...[
    'ikke (leveret|levert)',
    'kunne ikke levere',
    '(kunde|kan) inte leverera',
    'ej leverera',
    'inte leverera',
    'olevererat',
    'leverans(fel|misslyckades)',
    'leveringsfejl',
    'levering mislyk',
    'meldingen ble ikke',
  ],
  ...['toimitus ep', 'viesti.{0,20} (ei|toimit)', 'ei (voitu|toimitettu)'],
]
const failed = new RegExp(`^[^\\p{L}]{0,5}(?:${failedForms.join('|')})`, 'iu')

const failedInOtherScripts = new RegExp(
  [
    ...[
      'возврат',
      'недостав',
      'не (было |удалось |может быть )?(доставлен|доставить)',
      'ошибка (при )?доставк',
      'сообщение не',
      'письмо не',
      'не вдалося (доставити|надіслати)',
      'помилка доставк',
    ],
    ...[
      'не може да бъде доставен',
      'αδυναμία παράδοσης',
      'δεν παραδόθηκε',
      'μη παραδοθ',
      'αποτυχία παράδοσης',
    ],
    ...[
      '配信(不能|でき|に失敗|失敗|エラー)',
      '送信(でき|に失敗|失敗|エラー)',
      '配達(でき|不能|失敗|エラー)',
      '宛先不明',
      '未達',
      'お届けでき',
      'メールエラー',
      'エラーメール',
      'メール不達',
    ],
    ...[
      '退信',
      '退回',
      '(投递|投遞|投遞|发送|傳送|寄送|传递)(失败|失敗|状态)',
      '无法(送达|投递|递送|传递)',
      '無法(傳遞|投遞|遞送|送達)',
      '未(能)?送达',
      '未傳遞',
    ],
    ...[
      '배달(되지| 실패| 못|할 수)',
      '전송( ?실패|할 수|되지)',
      '반송',
      '발송 ?실패',
      '전달되지',
      'تعذر التسليم',
      'لم يتم تسليم',
      'לא נמסר',
      'כשל במסירה',
      'ไม่สามารถส่ง',
    ],
  ].join('|'),
  'iu',
)

/** True when a subject says that a mail was not delivered, or not yet. */
export const isBounceSubject = (subject: string): boolean => {
  const text = subject.slice(0, 300)
  return failed.test(text) || failedInOtherScripts.test(text)
}

const fixedForms = [
  ...[
    'undeliver(able|ed)',
    'delivery failure',
    'delivery status notification',
    'mail system error',
    'returned mail',
    'failure notice',
    'mail delivery failed',
    'non-delivery',
  ],
  ...[
    'unzustellbar',
    'non remis',
    'no se puede entregar',
    'mancato recapito',
    'onbestelbaar',
    'niet bezorgd',
    'não entregue',
    'falha na entrega',
    'nie można dostarczyć',
    'kunde inte levereras',
    'ikke leveret',
    'nedoručiteln',
  ],
]
const fixed = new RegExp(`^[^\\p{L}]{0,5}(?:${fixedForms.join('|')})`, 'iu')

/** True for a subject that nobody writes by hand. */
export const isFixedBounceSubject = (subject: string): boolean => fixed.test(subject.slice(0, 300))

const succeededForms = [
  'delivered',
  'relayed',
  'expanded',
  'zugestellt',
  'übermittelt',
  'remis',
  'entregado',
  'consegnato',
  'entregue',
  'bezorgd',
  'levererat',
  'leveret',
  'doručeno',
  'dostarczono',
  'доставлено',
]
const succeeded = new RegExp(
  `^\\s*(?:${succeededForms.join('|')})\\s*[:：]|\\bsuccess(?:ful)? (?:mail )?delivery|successfully (?:delivered|relayed)|delivery (?:has been |was )?success`,
  'iu',
)

/** True when a report says that the mail did arrive. */
export const isSuccess = (subject: string, text: string): boolean =>
  succeeded.test(subject.slice(0, 300)) ||
  /\b(?:was|were|has been|have been) successfully (?:delivered|relayed)\b/i.test(text)

const delayedForms = [
  ...[
    'delay(ed)?\\b',
    'warning: (message|could not)',
    'will (continue|be retried|retry|keep trying)',
    'not yet been delivered',
    'still (being )?(trying|retrying)',
    'temporar(y|ily) (failure|deferred|undeliver)',
  ],
  ...[
    'verzöger',
    'weitere (zustell)?versuche',
    'retard',
    'retras',
    'ritard',
    'vertraagd',
    'försenad',
    'forsinket',
    'opóźni',
    'задерж',
    '遅延',
    '延迟',
    '延遲',
    '지연',
  ],
]
const delayed = new RegExp(delayedForms.join('|'), 'iu')

/** True when a report says that the server still tries. */
export const isDelay = (subject: string, text: string): boolean =>
  delayed.test(subject.slice(0, 300)) || delayed.test(text)
