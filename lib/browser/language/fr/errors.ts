import { scenarios } from '#lib/browser/language/fr/scenarios';
import type { Catalogue } from '#lib/browser/language/words';

/**
 * What the server refuses with, word for word and with `{name}` where it puts something in: `refusal` finds it by the whole
 * sentence. What is not here is shown in English.
 */
export const errors: Catalogue = {
  ...scenarios,
  'A limit of the wallet was reached.': 'Un plafond du portefeuille est atteint.',
  'A wrong one-time password was given three times.': 'Un code unique faux a été donné trois fois.',
  'Somebody other than the named customer tried to pay.':
    'Quelqu’un d’autre que le client nommé a essayé de payer.',
  'The customer does not have enough money.': 'Le client n’a pas assez d’argent.',
  'The customer or the provider declined the payment.': 'Le client ou l’opérateur a refusé le paiement.',
  'The customer’s account is blocked.': 'Le compte du client est bloqué.',
  'The provider knows no wallet with this number.':
    'L’opérateur ne connaît aucun portefeuille avec ce numéro.',
  'The provider refused the payment without a reason that we know.':
    'L’opérateur a refusé le paiement sans raison connue de nous.',
  'The provider refused the payment: too many requests for this account.':
    'L’opérateur a refusé le paiement\u00a0: trop de demandes pour ce compte.',
  'The e-mail or the password is wrong.': 'L’e-mail ou le mot de passe est faux.',
  'This log-in has run out. Begin again with the password.':
    'Cette connexion a expiré. Recommencez avec le mot de passe.',
  'You were signed out by another sign-in to your account: on {time}, from {address}, by {device}. If that was not you, change your password.':
    'Vous avez été déconnecté par une autre connexion à votre compte\u00a0: le {time}, depuis {address}, par {device}. Si ce n’était pas vous, changez votre mot de passe.',
  'A customer has {count} notes at most. Remove one that is not needed.':
    'Un client a au plus {count} notes. Retirez-en une qui ne sert plus.',
  'A one-time password can be sent again a minute after the last one. Wait for Retry-After.':
    'Un code unique peut être renvoyé une minute après le dernier. Attendez.',
  'A settlement is of {least} GMD or more.': 'Un règlement est de {least} GMD ou plus.',
  'A wrong one-time password was given three times: this collection has failed, and nothing was charged. Start another one with a new reference.':
    'Un code unique faux a été donné trois fois\u00a0: cet encaissement a échoué, et rien n’a été encaissé. Commencez-en un autre avec une nouvelle référence.',
  'An account number has 6 to 34 digits or letters.': 'Un numéro de compte a de 6 à 34 chiffres ou lettres.',
  'Kaira has more to do than it can at the moment. Nothing was done. Repeat the request with the same reference in a second.':
    'Kaira a trop à faire en ce moment. Rien n’a été fait. Réessayez avec la même référence dans une seconde.',
  'Simulated server error: the sandbox answers 500 to this amount and stores nothing. Use another amount to go on.':
    'Erreur de test\u00a0: le bac à sable répond 500 à ce montant, et rien n’est enregistré. Prenez un autre montant.',
  'Name one item at least.': 'Nommez au moins un article.',
  'Name one provider at least, or leave the providers out.':
    'Nommez au moins un opérateur, ou n’en nommez aucun.',
  'Name the mobile number or the e-mail of the customer.': 'Donnez le numéro mobile ou l’e-mail du client.',
  'No more than {left} GMD of this collection can still be refunded. Nothing was stored; the reference stays free.':
    'Au plus {left} GMD de cet encaissement peuvent encore être remboursés. Rien n’a été enregistré\u00a0; la référence reste libre.',
  'Nobody changes their own role or access.': 'Personne ne change son propre rôle ou son propre accès.',
  'Nobody decides a request of their own. Ask another owner or accountant of the account.':
    'Personne ne décide de sa propre demande. Demandez à un autre propriétaire ou comptable du compte.',
  'Set a filter first.': 'Choisissez d’abord un filtre.',
  'Somebody else has changed the items meanwhile. Look at them again.':
    'Quelqu’un d’autre a changé les articles entre-temps. Regardez-les de nouveau.',
  'Something went wrong on our side. Repeat the request with the same reference; if it stays, send us the request id.':
    'Un problème est survenu chez nous. Réessayez avec la même référence\u00a0; si cela continue, prévenez-nous.',
  'The amount must be above zero.': 'Le montant doit être plus grand que zéro.',
  'The amount must be at least 0.01 GMD.': 'Le montant doit être d’au moins 0,01 GMD.',
  'The amount must be from {least} to {most} GMD on this rail.':
    'Le montant doit aller de {least} à {most} GMD chez cet opérateur.',
  'The amount must be from {least} to {most} GMD.': 'Le montant doit aller de {least} à {most} GMD.',
  'The code is wrong, has expired or was used before. Wait for the next one.':
    'Le code est faux, a expiré ou a déjà servi. Attendez le suivant.',
  'The file has no rows under its first line.': 'Le fichier n’a aucune ligne sous la première.',
  'The file was changed since you looked at it. Look at it again.':
    'Le fichier a changé depuis que vous l’avez regardé. Regardez-le de nouveau.',
  'The items or their prices have changed. Nothing was charged: look at the sum, and charge again.':
    'Les articles ou leurs prix ont changé. Rien n’a été encaissé\u00a0: regardez la somme, et encaissez de nouveau.',
  'The one-time password is wrong. {remaining} of 3 tries remain. Ask the customer for the code and send it again.':
    'Le code unique est faux. Il reste {remaining} essais sur 3. Demandez le code au client et envoyez-le de nouveau.',
  'The one-time password was not given in time, and nothing was charged. Start a new collection with the same reference.':
    'Le code unique n’a pas été donné à temps, et rien n’a été encaissé. Commencez un nouvel encaissement avec la même référence.',
  'The password is wrong.': 'Le mot de passe est faux.',
  'The password must have at least {count} characters.':
    'Le mot de passe doit avoir au moins {count} caractères.',
  'The password must have at most {count} characters.':
    'Le mot de passe doit avoir au plus {count} caractères.',
  'The password must not be made of your name or e-mail address.':
    'Le mot de passe ne doit pas être fait de votre nom ou de votre adresse e-mail.',
  'The password repeats too few characters. Choose another one.':
    'Le mot de passe répète trop peu de caractères. Choisissez-en un autre.',
  'The password was changed by someone else just now.':
    'Le mot de passe vient d’être changé par quelqu’un d’autre.',
  'The payout was cancelled by an operator while it waited for liquidity.':
    'Le versement a été annulé par l’équipe de Kaira alors qu’il attendait des fonds.',
  'The payout was cancelled while it waited for liquidity.':
    'Le versement a été annulé alors qu’il attendait des fonds.',
  'The price must be more than 0.': 'Le prix doit être plus grand que 0.',
  'The provider knows no recipient with this number.':
    'L’opérateur ne connaît aucun bénéficiaire à ce numéro.',
  'The rail could not be reached; nothing was sent to it. Try again.':
    'L’opérateur n’a pas répondu\u00a0; rien ne lui a été envoyé. Réessayez.',
  'The rail did not confirm that the session was closed, so the collection is still PENDING. Try again in a few seconds.':
    'L’opérateur n’a pas confirmé la fermeture de la session, l’encaissement est donc encore en cours. Réessayez dans quelques secondes.',
  'The rail did not send the code again. Try again in a minute.':
    'L’opérateur n’a pas renvoyé le code. Réessayez dans une minute.',
  'The rail gives nothing back itself, and pays nothing out. Return the money in another way. Nothing was stored; the reference stays free.':
    'Cet opérateur ne rembourse rien et ne verse rien. Rendez l’argent d’une autre façon. Rien n’a été enregistré\u00a0; la référence reste libre.',
  'The recipient may not receive this payment.': 'Le bénéficiaire ne peut pas recevoir ce paiement.',
  'The recipient’s wallet is not active.': 'Le portefeuille du bénéficiaire n’est pas actif.',
  'The sheet has more than {count} rows. Split it.': 'La feuille a plus de {count} lignes. Divisez-la.',
  'The workbook has no sheet that can be read.': 'Le classeur n’a aucune feuille lisible.',
  'The workbook has too many parts. Copy its rows into a new one.':
    'Le classeur a trop de parties. Copiez ses lignes dans un nouveau.',
  'The workbook is larger than 4 MB. Copy the rows to be paid into a new one.':
    'Le classeur dépasse 4 Mo. Copiez les lignes à payer dans un nouveau.',
  'The workbook is locked with a password. Save it without one.':
    'Le classeur est fermé par un mot de passe. Enregistrez-le sans.',
  'The workbook is too large. Copy the rows to be paid into a new one.':
    'Le classeur est trop grand. Copiez les lignes à payer dans un nouveau.',
  'There is an item of this name already.': 'Un article de ce nom existe déjà.',
  'There is no session, or it has ended. Sign in.':
    'Il n’y a pas de session, ou elle est terminée. Connectez-vous.',
  'There is no such request.': 'Cette demande n’existe pas.',
  'There is no such user.': 'Cet utilisateur n’existe pas.',
  'This account and environment have no customer with that number.':
    'Ce compte n’a pas de client avec ce numéro dans cet environnement.',
  'This account and environment have no such bank account or wallet.':
    'Ce compte n’a pas ce compte bancaire ni ce portefeuille dans cet environnement.',
  'This account has no transaction with that id in this environment.':
    'Ce compte n’a pas cette transaction dans cet environnement.',
  'This account is suspended. Contact the operators of this gateway.':
    'Ce compte est suspendu. Contactez l’équipe de cette passerelle.',
  'This account is suspended. Contact the operators.': 'Ce compte est suspendu. Contactez l’équipe de Kaira.',
  'This batch has no row that could be paid. Correct the file and upload it again.':
    'Ce fichier n’a aucune ligne à payer. Corrigez-le et envoyez-le de nouveau.',
  'This client_reference was used with other fields. Repeat the first request unchanged, or use a new reference.':
    'Cette référence a servi avec d’autres données. Répétez la première demande telle quelle, ou prenez une nouvelle référence.',
  'This is an old .xls file, or locked with a password. Save it as .xlsx without one.':
    'C’est un ancien fichier .xls, ou il est fermé par un mot de passe. Enregistrez-le en .xlsx, sans mot de passe.',
  'This is no Excel workbook. Save the sheet as .xlsx or as CSV.':
    'Ce n’est pas un classeur Excel. Enregistrez la feuille en .xlsx ou en CSV.',
  'This link was used, replaced or is over. Ask for a new one.':
    'Ce lien a servi, a été remplacé ou n’est plus valable. Demandez-en un nouveau.',
  'This must be an e-mail address.': 'Ceci doit être une adresse e-mail.',
  'This password is among those that everybody tries first. Choose another one.':
    'Ce mot de passe est de ceux que chacun essaie d’abord. Choisissez-en un autre.',
  'This payout of {amount} GMD is more than {limit}. Nothing was stored; the reference stays free.':
    'Ce versement de {amount} GMD dépasse la limite\u00a0: {limit}. Rien n’a été enregistré\u00a0; la référence reste libre.',
  'This payout was just changed by somebody else. Look at it again.':
    'Ce versement vient d’être changé par quelqu’un d’autre. Regardez-le de nouveau.',
  'This request waits for a second person.': 'Cette demande attend une deuxième personne.',
  'This request waits for an operator.': 'Cette demande attend l’équipe de Kaira.',
  'This request was approved already.': 'Cette demande a déjà été approuvée.',
  'This request was carried out already.': 'Cette demande a déjà été exécutée.',
  'This request was not made by a page of this site. Open the dashboard at its own address and try again.':
    'Cette demande ne vient pas d’une page de ce site. Ouvrez le tableau de bord à son adresse et réessayez.',
  'This request was rejected.': 'Cette demande a été refusée.',
  'This request was withdrawn.': 'Cette demande a été retirée.',
  'This session has just ended. Sign in.': 'Cette session vient de se terminer. Connectez-vous.',
  'This wants your password again, since it was last given over 10 minutes ago. Send it to /auth/step-up, then repeat the request.':
    'Ceci demande de nouveau votre mot de passe, donné il y a plus de 10 minutes.',
  'This was asked for already, and the request is still open. Wait for its decision, or withdraw it.':
    'Ceci a déjà été demandé, et la demande est encore ouverte. Attendez la décision, ou retirez-la.',
  'This {type} was sent to its provider, which may have paid it. It cannot be cancelled; look up its status.':
    'L’opérateur a déjà reçu ceci et l’a peut-être payé ({type}). Impossible de l’annuler\u00a0; regardez son état.',
  'Two-factor authentication is off. Switch it on first.':
    'L’authentification à deux facteurs est désactivée. Activez-la d’abord.',
  'Two-factor authentication is on: send the code of your authenticator app as well.':
    'L’authentification à deux facteurs est activée\u00a0: donnez aussi le code de votre application.',
  'Write the amount like 1500, 1,500 or 1500.50: a point before the bututs, a comma or a space only between thousands.':
    'Écrivez le montant comme 1500, 1 500, 1500,50 ou 1500.50\u00a0: une virgule ou un point avant les bututs, une espace seulement entre les milliers.',
  'You and whoever made this request had your access from one hand in the last 30 days: one of you, or one person for both, made the link or reset the two-factor authentication. Somebody else decides it.':
    'Vous et l’auteur de cette demande avez reçu votre accès d’une même main ces 30 derniers jours\u00a0: l’un de vous, ou une même personne pour les deux, a créé le lien ou réinitialisé l’authentification à deux facteurs. Quelqu’un d’autre en décide.',
  'Your available balance of {available} GMD is less than the {amount} GMD of this settlement. Nothing was stored.':
    'Votre solde disponible de {available} GMD est plus petit que les {amount} GMD de ce règlement. Rien n’a été enregistré.',
  'Your available balance of {available} GMD is less than the {amount} GMD of this {what}. Nothing was stored; the reference stays free.':
    'Votre solde disponible de {available} GMD est plus petit que les {amount} GMD demandés ({what}). Rien n’a été enregistré\u00a0; la référence reste libre.',
  'Your role, cashier, sells at the till only. Ask an owner of the account.':
    'Votre rôle, caissier, ne vend qu’à la caisse. Demandez à un propriétaire du compte.',
  'Your role, {role}, may not do this. Ask an owner of the account.':
    'Votre rôle, {role}, ne le permet pas. Demandez à un propriétaire du compte.',
  'Your role, {role}, may not do this. Ask {leader}.':
    'Votre rôle, {role}, ne le permet pas. Demandez à\u00a0: {leader}.',
  'Your role, {role}, may not have a live key of the scope {scope}. Ask an owner of the account.':
    'Votre rôle, {role}, ne permet pas de clé réelle de portée {scope}. Demandez à un propriétaire du compte.',
  '{count} are saved already. Remove one that you do not need.':
    '{count} sont déjà enregistrés. Retirez-en un dont vous n’avez pas besoin.',
  '{provider} could not be reached, and nothing was sent to it. Repeat the same request in a few seconds.':
    '{provider} n’a pas répondu, et rien ne lui a été envoyé. Réessayez dans quelques secondes.',
  '{provider} does not work at present. Nothing was sent to it; repeat the request later or offer another provider.':
    '{provider} ne marche pas en ce moment. Rien ne lui a été envoyé\u00a0; réessayez plus tard ou proposez un autre opérateur.',
  '{provider} is not connected at present. Nothing was sent to it; repeat the request in a minute.':
    '{provider} n’est pas relié en ce moment. Rien ne lui a été envoyé\u00a0; réessayez dans une minute.',
  'a link that sets the password of {name} <{email}>':
    'un lien qui définit le mot de passe de {name} <{email}>',
  'a new key ({scope})': 'une nouvelle clé ({scope})',
  'account {number} at {bank}, of {holder}': 'le compte {number} chez {bank}, de {holder}',
  'no payment waits for a second person': 'aucun paiement n’attend une deuxième personne',
  'owned by {owners}': 'propriétaires\u00a0: {owners}',
  'papers: {files}': 'papiers\u00a0: {files}',
  'payments above {amount} wait': 'les paiements de plus de {amount} attendent',
  'settlements to {account}': 'règlements vers {account}',
  'the {environment} books are closed until {day}': 'les livres ({environment}) sont clos jusqu’au {day}',
  'the wallet {mobile} at {provider}, of {holder}': 'le portefeuille {mobile} chez {provider}, de {holder}',
  '{amount} back to the payer': '{amount} rendus au payeur',
  '{amount} of the balance to {recipient}': '{amount} du solde vers {recipient}',
  '{amount} to the rows of {recipient}': '{amount} aux lignes de {recipient}',
  '{legalName}, registered as {number}, TIN {tin}': '{legalName}, enregistrée sous {number}, TIN {tin}',
  '{name} <{email}> as {role}': '{name} <{email}> comme {role}',
};
