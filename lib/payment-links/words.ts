import type { Lang } from '#lib/checkout/page';
import type { AppError } from '#lib/errors';

/** Everything that the payment page says, in the languages that it speaks. */
const en = {
  pay: 'Pay',
  amount: 'Amount in dalasi (GMD)',
  amountHint: (from: string, to: string) => `From ${from} to ${to}.`,
  partHint: (from: string, to: string) => `You may pay a part: from ${from} to ${to}.`,
  wallet: 'Pay with',
  unavailable: 'not available at the moment',
  noWallet: 'No wallet can be used at the moment. Try again later.',
  mobile: 'Your mobile number',
  mobileHint: 'Needed where a code is sent to you. Leave the wallet open, and we suggest one by your number.',
  knownNumber: (end: string) => `Pay with the number ending ${end}`,
  otherNumber: 'Another number',
  otherLabel: 'Write the other number',
  optional: 'optional',
  /** Of the code of a counter; in English as it is stored (lib/till/counter.ts). */
  counter: { title: 'Pay at the counter', name: 'Your name' },
  go: 'Continue',
  chooseWallet: 'Choose how you want to pay.',
  guessed: (name: string) => `${name} fits your number. Choose another one if that is wrong, then continue.`,
  faults: {
    amount: 'Write the amount like 1500, 1,500 or 1500.50.',
    bounds: (from: string, to: string) => `The amount must be from ${from} to ${to}.`,
    mobile: 'Write a Gambian number, such as 701 2345.',
    mobileNeeded: 'This wallet sends a code to your number: write it here.',
    twoNumbers: 'You wrote a number, and chose the other one. Choose again, or take away what you wrote.',
    stranded: (least: string) => `Pay all that is left, or leave ${least} at least: no wallet takes less.`,
    lessLeft: (left: string) => `Somebody has paid meanwhile: ${left} is left.`,
    required: 'This is needed.',
    tooLong: (most: number) => `Write ${most} letters at most, without line breaks.`,
    card: 'Do not write a card number here. Cards are typed on the card page only.',
    wallet: 'This wallet cannot be used at the moment. Choose another one.',
    tooMany: (minutes: number) =>
      `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    otp: (left: number) => `The code is wrong. Tries left: ${left}.`,
    otpForm: 'The code has 4 to 8 digits.',
  },
  amountName: 'Amount',
  reference: 'Reference',
  business: 'Business',
  walletName: 'Wallet',
  otpTitle: 'Type the code',
  otpText: (to: string) => `A code was sent to ${to}.`,
  otpLabel: 'Code',
  otpSandbox: 'In the sandbox, 000000 pays.',
  resend: 'Send the code again',
  toWallet: (name: string) => `Continue to ${name}`,
  toWalletText: 'You pay on the page of the wallet, and come back here.',
  waiting: 'Waiting for confirmation',
  waitingText:
    'This page goes on by itself as soon as your payment is confirmed. Please do not pay again meanwhile.',
  other: 'Choose another wallet',
  stuck:
    'The wallet has not confirmed that this payment is closed. So that you do not pay twice, wait a moment and try again.',
  paid: 'Payment received',
  paidText: (amount: string) => `${amount} was paid to`,
  overLimit: 'All payments had been made already. The business has been told, and can give your money back.',
  overLeft:
    'This was more than was left to be paid. The business has been told, and can give back what is too much.',
  receipt: 'Receipt',
  payAgain: 'Make another payment',
  back: (name: string) => `Continue to ${name}`,
  leave: (name: string) => `Back to ${name}`,
  tryAgain: 'Try again',
  ended: {
    FAILED: ['Payment declined', 'Nothing was charged.'],
    EXPIRED: ['Payment timed out', 'Nothing was charged.'],
    CANCELLED: ['Payment cancelled', 'Nothing was charged.'],
  },
  insufficient: 'There is not enough money in the wallet.',
  closed: {
    INACTIVE: 'This payment link has been switched off by the business.',
    EXPIRED: 'This payment link has expired.',
    COMPLETED: 'This payment link has been paid already.',
  },
  elsewhere:
    'Somebody has begun to pay this in another place, and it is not paid yet. Nothing is taken here meanwhile, so that nobody pays twice.',
  asked: {
    of: 'For',
    dueOn: 'Please pay by',
    total: 'In all',
    paidSoFar: 'Paid so far',
    left: 'Still to be paid',
    payLeft: 'Pay another part',
    paid: 'This has been paid already.',
    withdrawn: 'The business has withdrawn this request.',
  },
  closedTitle: 'No payment is taken here',
  errors: {
    404: ['No such payment link', 'Check that you have the whole address, or ask the business for it.'],
    429: ['Too many requests', 'Wait a minute, then open this page again.'],
    500: [
      'Something went wrong',
      'The fault is ours. Open this page again in a moment to see how your payment stands.',
    ],
    503: ['One moment, please', 'This page tries again by itself.'],
    other: ['This was not understood', 'Go back and try again.'],
  },
};

type Words = typeof en;

const fr: Words = {
  pay: 'Payer',
  amount: 'Montant en dalasis (GMD)',
  amountHint: (from, to) => `De ${from} à ${to}.`,
  partHint: (from, to) => `Vous pouvez payer une partie : de ${from} à ${to}.`,
  wallet: 'Payer avec',
  unavailable: 'indisponible pour le moment',
  noWallet: 'Aucun portefeuille n’est disponible pour le moment. Réessayez plus tard.',
  mobile: 'Votre numéro de mobile',
  mobileHint:
    'Nécessaire si un code vous est envoyé. Sans choix de portefeuille, nous en proposons un selon votre numéro.',
  knownNumber: (end) => `Payer avec le numéro qui finit par ${end}`,
  otherNumber: 'Un autre numéro',
  otherLabel: 'Écrivez l’autre numéro',
  optional: 'facultatif',
  counter: { title: 'Payer au comptoir', name: 'Votre nom' },
  go: 'Continuer',
  chooseWallet: 'Choisissez comment payer.',
  guessed: (name) => `${name} correspond à votre numéro. Sinon, choisissez-en un autre, puis continuez.`,
  faults: {
    amount: 'Écrivez le montant ainsi : 1500, 1,500 ou 1500.50.',
    bounds: (from, to) => `Le montant doit être compris entre ${from} et ${to}.`,
    mobile: 'Écrivez un numéro gambien, par exemple 701 2345.',
    mobileNeeded: 'Ce portefeuille envoie un code à votre numéro : écrivez-le ici.',
    twoNumbers:
      'Vous avez écrit un numéro et choisi l’autre. Choisissez de nouveau, ou effacez ce qui est écrit.',
    stranded: (least) =>
      `Payez tout le reste, ou laissez au moins ${least} : aucun portefeuille ne prend moins.`,
    lessLeft: (left) => `Quelqu’un a payé entre-temps : il reste ${left}.`,
    required: 'Ce champ est nécessaire.',
    tooLong: (most) => `Écrivez ${most} lettres au plus, sans retour à la ligne.`,
    card: 'N’écrivez pas de numéro de carte ici. Les cartes se saisissent seulement sur la page de la carte.',
    wallet: 'Ce portefeuille est indisponible pour le moment. Choisissez-en un autre.',
    tooMany: (minutes) =>
      `Trop d’essais. Attendez ${minutes === 1 ? 'une minute' : `${minutes} minutes`}, puis réessayez.`,
    otp: (left) => `Le code est faux. Essais restants : ${left}.`,
    otpForm: 'Le code a de 4 à 8 chiffres.',
  },
  amountName: 'Montant',
  reference: 'Référence',
  business: 'Entreprise',
  walletName: 'Portefeuille',
  otpTitle: 'Saisissez le code',
  otpText: (to) => `Un code a été envoyé au ${to}.`,
  otpLabel: 'Code',
  otpSandbox: 'Dans le bac à sable, 000000 paie.',
  resend: 'Renvoyer le code',
  toWallet: (name) => `Continuer vers ${name}`,
  toWalletText: 'Vous payez sur la page du portefeuille, puis vous revenez ici.',
  waiting: 'En attente de confirmation',
  waitingText:
    'Cette page continue d’elle-même dès que votre paiement est confirmé. Ne payez pas une seconde fois.',
  other: 'Choisir un autre portefeuille',
  stuck:
    'Le portefeuille n’a pas confirmé la clôture de ce paiement. Pour ne pas payer deux fois, attendez un instant et réessayez.',
  paid: 'Paiement reçu',
  paidText: (amount) => `${amount} ont été payés à`,
  overLimit: 'Tous les paiements avaient déjà été faits. L’entreprise est prévenue et peut vous rembourser.',
  overLeft:
    'C’était plus que le reste à payer. L’entreprise est prévenue et peut vous rendre ce qui est en trop.',
  receipt: 'Reçu',
  payAgain: 'Faire un autre paiement',
  back: (name) => `Continuer vers ${name}`,
  leave: (name) => `Retour vers ${name}`,
  tryAgain: 'Réessayer',
  ended: {
    FAILED: ['Paiement refusé', 'Rien n’a été débité.'],
    EXPIRED: ['Délai de paiement dépassé', 'Rien n’a été débité.'],
    CANCELLED: ['Paiement annulé', 'Rien n’a été débité.'],
  },
  insufficient: 'Il n’y a pas assez d’argent dans le portefeuille.',
  closed: {
    INACTIVE: 'Ce lien de paiement a été désactivé par l’entreprise.',
    EXPIRED: 'Ce lien de paiement a expiré.',
    COMPLETED: 'Ce lien de paiement a déjà été payé.',
  },
  elsewhere:
    'Quelqu’un a commencé à payer ceci ailleurs, et ce n’est pas encore payé. Rien n’est pris ici entre-temps, afin que personne ne paie deux fois.',
  asked: {
    of: 'Pour',
    dueOn: 'À payer avant la fin du',
    total: 'En tout',
    paidSoFar: 'Payé jusqu’ici',
    left: 'Reste à payer',
    payLeft: 'Payer une autre partie',
    paid: 'Ceci a déjà été payé.',
    withdrawn: 'L’entreprise a retiré cette demande.',
  },
  closedTitle: 'Aucun paiement n’est pris ici',
  errors: {
    404: [
      'Lien de paiement inconnu',
      'Vérifiez que vous avez l’adresse entière, ou demandez-la à l’entreprise.',
    ],
    429: ['Trop de demandes', 'Attendez une minute, puis ouvrez de nouveau cette page.'],
    500: [
      'Une erreur est survenue',
      'La faute est nôtre. Rouvrez cette page dans un instant pour voir où en est votre paiement.',
    ],
    503: ['Un instant', 'Cette page réessaie d’elle-même.'],
    other: ['Nous n’avons pas compris', 'Revenez en arrière et réessayez.'],
  },
};

export const words: Readonly<Record<Lang, Words>> = { en, fr };

/** How long whoever came too often is to wait, in whole minutes. */
export function minutesOf({ headers }: AppError): number {
  return Math.max(1, Math.ceil(Number(headers['retry-after'] ?? 60) / 60));
}

/** As the address says, else as the browser prefers, else English. */
export function langOf(request: Request): Lang {
  const asked = new URL(request.url).searchParams.get('lang');
  if (asked === 'en' || asked === 'fr') return asked;
  const preferred = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = Number(
        rest
          .find((each) => each.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { lang: tag.split('-')[0], quality: Number.isNaN(quality) ? 0 : quality, index };
    })
    .filter(({ lang, quality }) => quality > 0 && (lang === 'en' || lang === 'fr'))
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  return preferred[0]?.lang === 'fr' ? 'fr' : 'en';
}

/** What keeps the language in the addresses of the page, where the payer chose it. */
export function langQuery(request: Request): string {
  const asked = new URL(request.url).searchParams.get('lang');
  return asked === 'en' || asked === 'fr' ? `lang=${asked}` : '';
}
