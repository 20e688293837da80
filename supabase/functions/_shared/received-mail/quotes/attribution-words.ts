/* Words of attributions, in the languages of mail programs; in lower case. */

const words = (list: string) => new Set(list.split(/\s+/).filter(Boolean))

/** "wrote", in the languages of mail programs. */
export const verbs = words(`
  wrote writes written sent schrieb schrieben geschrieben schreef geschreven skrev skriver écrit ecrit escribió escribio escribiu
  escrit escriure scritto scrive escreveu scris napisał napisała napisał(a) pisze napsal napsala napsal(a) napísal napísala
  napísal(a) napisal napisala napisao napisao(la) kirjoitti написал написала написал(а) пишет написав написав(ла) пише пишет(е)
  написа напиша напісаў έγραψε yazdı yazmış yazıb írta כתב כתבה כתב/ה كتب كتبت نوشت viết menulis rašė parašė rakstīja kirjutas
  skrifaði scríobh ysgrifennodd idatzi shkroi लिखा
`)
export const eastern = /写道|寫道|写信|のメール|のメッセージ|書きました|작성|썼습니다|เขียน/u

/** Words before the date. */
export const before = words(`
  on at am le el il op em på den dne dňa dnia w in no în la data vào pada στις στις: в на у ב בתאריך في 在 a az dana la: il: þann
  antradienį d. dato v ti ma ke to pe su lör mån tis ons tors fre sön lau lør søn man tir tor
`)

/** Words of a sentence that a person writes before an address, and no part of a name. */
export const sentence = words(`
  this that is was what which who here see the your our my you we i it from to with about mail email message colleague said
  das ist was wie hier siehe die der ihr ihre mein meine unser sie wir ich es mail kollege hat ce que voici est votre notre mon
  esto es lo que aquí este il questo è che dit wat hier uw collega
`)

/** Somebody who introduces what they quote themselves: never in the sentence of a program. */
export const firstPerson = words('I We Ich Wir Ik Wij Jag Jeg Yo Io Nous Я Мы Minä Já'.toLowerCase())
export const personal = words(
  'my our your mein meine meinem unser unsere ihr ihre kollege kollegin colleague notre votre mijn onze uw collega mio nostro vostro meu nosso мой наш ваш',
)
