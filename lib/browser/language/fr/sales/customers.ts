import type { Catalogue } from '#lib/browser/language/words';

/** Customers. */
export const customers: Catalogue = {
  'Add the note': 'Ajouter la note',
  'Asked, and nothing paid yet': 'Demandé, rien de payé encore',
  '{by} wrote it. It is gone for everybody, and nobody can bring it back.':
    '{by} l’a écrite. Elle disparaît pour tous, et personne ne peut la faire revenir.',
  Call: 'Appeler',
  '{count} payments that moved money keep number and name until {day}, as the law wants.': {
    one: '{count} paiement où de l’argent a circulé garde numéro et nom jusqu’au {day}, comme la loi l’exige.',
    other:
      '{count} paiements où de l’argent a circulé gardent numéro et nom jusqu’au {day}, comme la loi l’exige.',
  },
  '{count} payments without name or number now.': {
    one: '{count} paiement est maintenant sans nom ni numéro.',
    other: '{count} paiements sont maintenant sans nom ni numéro.',
  },
  'Customer since': 'Client depuis',
  Customers: 'Clients',
  Erase: 'Effacer',
  'Erase personal data': 'Effacer les données personnelles',
  'Erase this customer’s personal data?': 'Effacer les données personnelles de ce client\u00a0?',
  'Erased by {by}, {time}.': 'Effacé par {by}, {time}.',
  'Erased customers': 'Clients effacés',
  'Everybody who paid you or was asked to, by number; the newest payment or request first.':
    'Tous ceux qui vous ont payé ou à qui vous l’avez demandé, par numéro\u00a0; le paiement ou la demande la plus récente d’abord.',
  'If this customer asks you to forget them, you can take away their name, number, notes and what you wrote beside their payments. The payments themselves stay.':
    'Si ce client vous demande de l’oublier, vous pouvez enlever son nom, son numéro, les notes et ce que vous avez écrit à côté de ses paiements. Les paiements eux-mêmes restent.',
  'Last payment': 'Dernier paiement',
  'Names match from the beginning of a word, among your newest 20,000 payments. A whole number is found however old its payments are; some digits of one where you have 3,000 numbers at most, else among the same payments.':
    'Les noms se cherchent par le début d’un mot, parmi vos 20\u00a0000 derniers paiements. Un numéro entier est trouvé même si ses paiements sont anciens\u00a0; quelques chiffres d’un numéro, si vous avez 3\u00a0000 numéros au plus, sinon parmi les mêmes paiements.',
  'New note': 'Nouvelle note',
  'newest {payments}': 'les derniers\u00a0: {payments}',
  'Newest payments': 'Derniers paiements',
  'No customer matches': 'Aucun client ne correspond',
  'No customer yet': 'Pas encore de client',
  'No note yet.': 'Pas encore de note.',
  'Nobody can bring it back.': 'Personne ne peut les faire revenir.',
  'Nobody can bring it back. Payments that moved money keep the number and the name for as long as the law wants records of payments; then those go too.':
    'Personne ne peut les faire revenir. Les paiements où de l’argent a circulé gardent le numéro et le nom aussi longtemps que la loi l’exige\u00a0; ensuite, ils partent aussi.',
  'None yet.': 'Pas encore.',
  'Not known': 'Inconnu',
  Notes: 'Notes',
  'Open requests': 'Demandes à payer',
  'Paid by the newest': 'Payé par les derniers',
  'Paid in all': 'Payé en tout',
  'Pay by {day}': 'Échéance le {day}',
  'Personal data': 'Données personnelles',
  Remove: 'Enlever',
  'Remove the note': 'Enlever la note',
  'Remove this note?': 'Enlever cette note\u00a0?',
  'Request a payment': 'Demander un paiement',
  'Show all {count} notes': 'Afficher les {count} notes',
  'the note “{text}”': 'la note «\u00a0{text}\u00a0»',
  'Their personal data is being erased.': 'Ses données personnelles sont en train d’être effacées.',
  'These are the newest; the others are under {link}.':
    'Ce sont les plus récentes\u00a0; les autres sont sous {link}.',
  'This takes a few seconds.': 'Cela prend quelques secondes.',
  'What they paid is of these. Their own page has more.':
    'Ce qu’ils ont payé est de ceux-ci. Leur propre page en a plus.',
  'Whoever pays you with a number, or is asked to pay at one, will stand here with what they have paid.':
    'Qui vous paie avec un numéro, ou reçoit une demande sur un numéro, sera ici avec ce qu’il a payé.',
  'Without a day': 'Sans échéance',
  'You may have paid this number, or saved it. If its owner asks you to forget them, you can take away what you have of them. The payments themselves stay.':
    'Vous avez peut-être payé ce numéro, ou l’avez enregistré. Si la personne vous demande de l’oublier, vous pouvez enlever ce que vous avez d’elle. Les paiements eux-mêmes restent.',
  'You paid out {amount} to this number, in {link}.': 'Vous avez versé {amount} à ce numéro, en {link}.',
  'Your colleagues read it, the customer does not.': 'Vos collègues la lisent, pas le client.',
};
