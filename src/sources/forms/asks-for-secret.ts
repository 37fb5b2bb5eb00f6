import { withoutInvisible } from '../../common/text';
import { plainText } from '../../imports/cells/texts';

/** Words of what nobody may ask for in a form: passwords, codes that open an account, data of a card. */
const SECRET =
  /\b(?:senhas?|passwords?|passwd|passcode|palavra-passe|contrasenas?|pin|token|cv[vc]2?|codigo (?:de )?(?:seguranca|verificacao|confirmacao|acesso|whatsapp|sms)|codigo d[oe] (?:whatsapp|sms|cartao)|(?:numero|dados|validade|vencimento)(?: (?:completos?|inteiro))? d[oe] (?:seu )?cart(?:ao|oes)|card (?:number|code))\b/;

/** Whether a label asks for a password, a security code or the data of a card. */
export const asksForSecret = (label: string): boolean => SECRET.test(plainText(withoutInvisible(label)));
