import type { Catalogue } from '#lib/browser/language/words';

/** The pages of whoever pays, and their receipts. */
export const payer: Catalogue = {
  'A code was sent to {number}.': 'Un code a été envoyé au {number}.',
  'A limit of the wallet was reached.': 'Un plafond du portefeuille est atteint.',
  'A wrong one-time password was given too often.': 'Un code faux a été donné trop de fois.',
  'All payments had been made already. The business has been told, and can give your money back.':
    'Tous les paiements avaient déjà été faits. L’entreprise est prévenue et peut vous rembourser.',
  'Amount in dalasi (GMD)': 'Montant en dalasis (GMD)',
  'Another number': 'Un autre numéro',
  'Back to the checkout': 'Retour à la page de paiement',
  'Back to {business}': 'Retour vers {business}',
  Business: 'Entreprise',
  'Check again': 'Vérifier de nouveau',
  'Check that you have the whole address, or ask the business for it.':
    'Vérifiez que vous avez l’adresse entière, ou demandez-la à l’entreprise.',
  'Checkout timed out': 'Délai de paiement dépassé',
  'Choose how you want to pay.': 'Choisissez comment payer.',
  'Continue to {name}': 'Continuer vers {name}',
  'Day and time': 'Jour et heure',
  Decline: 'Refuser',
  'Do not write a card number here. Cards are typed on the card page only.':
    'N’écrivez pas de numéro de carte ici. Les cartes se saisissent seulement sur la page de la carte.',
  For: 'Pour',
  'From {from} to {to}.': 'De {from} à {to}.',
  'Go back and try again.': 'Revenez en arrière et réessayez.',
  'Go back to the checkout and choose one of its buttons.':
    'Revenez à la page de paiement et choisissez un de ses boutons.',
  'I did not pay: cancel': 'Je n’ai pas payé\u00a0: annuler',
  'In all': 'En tout',
  'In the sandbox, 000000 pays.': 'Dans le bac à sable, 000000 paie.',
  'It is not confirmed yet that this payment is closed. So that you do not pay twice, wait a moment and try again.':
    'La clôture de ce paiement n’est pas encore confirmée. Pour ne pas payer deux fois, attendez un instant et réessayez.',
  'Last refund': 'Dernier remboursement',
  'Make another payment': 'Faire un autre paiement',
  'Needed where a code is sent to you. Leave the wallet open, and we suggest one by your number.':
    'Nécessaire si un code vous est envoyé. Sans choix de portefeuille, nous en proposons un selon votre numéro.',
  'No payment is taken here': 'Aucun paiement n’est pris ici',
  'No such payment': 'Paiement inconnu',
  'No such payment link': 'Lien de paiement inconnu',
  'No such receipt': 'Reçu inconnu',
  'not available at the moment': 'indisponible pour le moment',
  'Nothing can be paid at the moment. Try again later.':
    'Aucun paiement n’est possible pour le moment. Réessayez plus tard.',
  'Nothing was charged.': 'Rien n’a été débité.',
  'Nothing was charged. Ask {business} for a new checkout.':
    'Rien n’a été débité. Demandez une nouvelle page de paiement à {business}.',
  'One moment, please': 'Un instant',
  'Open this address in a browser.': 'Ouvrez cette adresse dans un navigateur.',
  optional: 'facultatif',
  'Paid so far': 'Payé jusqu’ici',
  'Paid to': 'Payé à',
  'Paid with': 'Payé avec',
  'Pay all that is left, or leave {least} at least: less cannot be paid.':
    'Payez tout le reste, ou laissez au moins {least}\u00a0: on ne peut pas payer moins.',
  'Pay another part': 'Payer une autre partie',
  'Pay another way': 'Payer autrement',
  'Pay at the counter': 'Payer au comptoir',
  'Pay with': 'Payer avec',
  'Pay with the number ending {end}': 'Payer avec le numéro qui finit par {end}',
  'Pay {amount}': 'Payer {amount}',
  'Pay {amount} to {business}': 'Payer {amount} à {business}',
  'Pay {business}': 'Payer {business}',
  Payer: 'Payeur',
  Payment: 'Paiement',
  'Payment by Kaira': 'Paiement par Kaira',
  'Payment by Kaira. Amounts in Gambian dalasi.': 'Paiement par Kaira. Montants en dalasis gambiens.',
  'Payment cancelled': 'Paiement annulé',
  'Payment declined': 'Paiement refusé',
  'Payment received': 'Paiement reçu',
  'Payment timed out': 'Délai de paiement dépassé',
  'Please pay by': 'À payer avant la fin du',
  'Receipt of {business}': 'Reçu de {business}',
  'Refunded since': 'Remboursé depuis',
  Request: 'Demande',
  'Return to {business}': 'Retour vers {business}',
  'Sandbox – no real money moves': 'Bac à sable – aucun argent réel ne circule',
  'Sandbox: this was no real money.': 'Bac à sable\u00a0: ce n’était pas de l’argent réel.',
  'Save as PDF': 'Enregistrer en PDF',
  'Send the code again': 'Renvoyer le code',
  'Somebody has begun to pay this in another place, and it is not paid yet. Nothing is taken here meanwhile, so that nobody pays twice.':
    'Quelqu’un a commencé à payer ceci ailleurs, et ce n’est pas encore payé. Rien n’est pris ici entre-temps, afin que personne ne paie deux fois.',
  'Somebody has paid meanwhile: {left} is left.': 'Quelqu’un a payé entre-temps\u00a0: il reste {left}.',
  'Something went wrong': 'Une erreur est survenue',
  'Still to be paid': 'Reste à payer',
  'Still waiting for confirmation': 'Toujours en attente de confirmation',
  'The account is blocked.': 'Le compte est bloqué.',
  'The amount must be from {from} to {to}.': 'Le montant doit être compris entre {from} et {to}.',
  'The business has withdrawn this request.': 'L’entreprise a retiré cette demande.',
  'The code has 4 to 8 digits.': 'Le code a de 4 à 8 chiffres.',
  'The code is wrong. Tries left: {left}.': 'Le code est faux. Essais restants\u00a0: {left}.',
  'The fault is ours. Open the page again in a moment to see how the payment stands.':
    'La faute est nôtre. Rouvrez la page dans un instant pour voir où en est le paiement.',
  'The fault is ours. Open this page again in a moment to see how your payment stands.':
    'La faute est nôtre. Rouvrez cette page dans un instant pour voir où en est votre paiement.',
  'The payment was declined.': 'Le paiement a été refusé.',
  'The receipt cannot be shown': 'Le reçu ne peut pas être affiché',
  'The wallet belongs to somebody else than the named customer.':
    'Le portefeuille n’appartient pas au client nommé.',
  'There is no payment at this address. Go back to the business and begin again.':
    'Il n’y a pas de paiement à cette adresse. Retournez chez l’entreprise et recommencez.',
  'There is no receipt at this address. Check that you have the whole of it.':
    'Il n’y a pas de reçu à cette adresse. Vérifiez que vous l’avez entière.',
  'There is no wallet with this number.': 'Aucun portefeuille n’a ce numéro.',
  'There is not enough money for this payment.': 'Il n’y a pas assez d’argent pour ce paiement.',
  'There were too many requests for this account.': 'Il y a eu trop de demandes pour ce compte.',
  'This cannot be used at the moment. Choose another way to pay.':
    'Ce moyen de paiement est indisponible pour le moment. Choisissez-en un autre.',
  'This does not work here': 'Cela ne marche pas ici',
  'This has been paid already.': 'Ceci a déjà été payé.',
  'This is needed.': 'Ce champ est nécessaire.',
  'This page goes on by itself as soon as your payment is confirmed. Please do not pay again meanwhile.':
    'Cette page continue d’elle-même dès que votre paiement est confirmé. Ne payez pas une seconde fois.',
  'This payment link has been paid already.': 'Ce lien de paiement a déjà été payé.',
  'This payment link has been switched off by the business.':
    'Ce lien de paiement a été désactivé par l’entreprise.',
  'This payment link has expired.': 'Ce lien de paiement a expiré.',
  'This takes longer than usual. You may close this page: the payment goes on without it, and {business} can see what becomes of it. Please do not pay again before you know.':
    'C’est plus long que d’habitude. Vous pouvez fermer cette page\u00a0: le paiement continue sans elle, et {business} en voit la suite. Ne payez pas une seconde fois avant de savoir.',
  'This test amount always times out, whatever you choose.':
    'Ce montant de test dépasse toujours le délai, quoi que vous choisissiez.',
  'This test amount is always cancelled, whatever you choose.':
    'Ce montant de test est toujours annulé, quoi que vous choisissiez.',
  'This test amount is always declined, whatever you choose.':
    'Ce montant de test est toujours refusé, quoi que vous choisissiez.',
  'This test amount is always paid, whatever you choose.':
    'Ce montant de test est toujours payé, quoi que vous choisissiez.',
  'This test amount stays pending, whatever you choose.':
    'Ce montant de test reste en cours, quoi que vous choisissiez.',
  'This wallet sends a code to your number: write it here.':
    'Ce portefeuille envoie un code à votre numéro\u00a0: écrivez-le ici.',
  'This was more than was left to be paid. The business has been told, and can give back what is too much.':
    'C’était plus que le reste à payer. L’entreprise est prévenue et peut vous rendre ce qui est en trop.',
  'This was not understood': 'Nous n’avons pas compris',
  'Too many requests': 'Trop de demandes',
  'Too many tries. Wait {count} minutes, then try again.': {
    one: 'Trop d’essais. Attendez une minute, puis réessayez.',
    other: 'Trop d’essais. Attendez {count} minutes, puis réessayez.',
  },
  'Type the code': 'Saisissez le code',
  'Wait a minute, then open this page again.': 'Attendez une minute, puis ouvrez de nouveau cette page.',
  'Waiting for confirmation': 'En attente de confirmation',
  'With a live key, the acquirer’s own card page stands here. Kaira never asks for card details, and neither does this simulator.':
    'Avec une clé réelle, la page de carte de la banque se trouve ici. Kaira ne demande jamais les données d’une carte, ce simulateur non plus.',
  'With a live key, the wallet’s own checkout stands here. This simulator asks for your decision only.':
    'Avec une clé réelle, la page du portefeuille se trouve ici. Ce simulateur demande seulement votre décision.',
  'Write a Gambian number, such as 701 2345.': 'Écrivez un numéro gambien, par exemple 701 2345.',
  'Write the amount like 1500, 1,500 or 1500.50.': 'Écrivez le montant ainsi\u00a0: 1500, 1 500 ou 1500,50.',
  'Write the other number': 'Écrivez l’autre numéro',
  'Write {most} letters at most, without line breaks.':
    'Écrivez {most} lettres au plus, sans retour à la ligne.',
  'You can close this page.': 'Vous pouvez fermer cette page.',
  'You may pay a part: from {from} to {to}.': 'Vous pouvez payer une partie\u00a0: de {from} à {to}.',
  'You pay on another page, and come back here.': 'Vous payez sur une autre page, puis vous revenez ici.',
  'You wrote a number, and chose the other one. Choose again, or take away what you wrote.':
    'Vous avez écrit un numéro et choisi l’autre. Choisissez de nouveau, ou effacez ce qui est écrit.',
  'Your mobile number': 'Votre numéro de mobile',
  'Your name': 'Votre nom',
  'Your payment cannot be looked up just now. This page tries again by itself.':
    'Votre paiement ne peut pas être consulté pour l’instant. Cette page réessaie d’elle-même.',
  'Your payment has not been confirmed yet. This page goes on by itself as soon as it is.':
    'Votre paiement n’est pas encore confirmé. Cette page continue d’elle-même dès qu’il l’est.',
  '{amount} was given back in all, the last of it on {day}.':
    '{amount} ont été remboursés en tout, la dernière fois le {day}.',
  '{amount} was given back on {day}.': '{amount} ont été remboursés le {day}.',
  '{amount} was paid to {business}.': '{amount} ont été payés à {business}.',
  '{name} fits your number. Choose another one if that is wrong, then continue.':
    '{name} correspond à votre numéro. Sinon, choisissez-en un autre, puis continuez.',
  '{time} (Banjul)': '{time} (Banjul)',
};
