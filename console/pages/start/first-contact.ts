import { IN_ADDRESSES } from './signals';

/** Include for a site's other pages: a visitor's first page is rarely the one with the form. */
export const FIRST_CONTACT_TAG = '<script src="/contato.php?origem" defer></script>';

/**
 * Script that remembers a visitor's first source in the browser, and fills it into the form. Runs in any current browser. Stores nothing
 * without a signal; stored data expires after 90 days.
 */
export const FIRST_CONTACT = String.raw`(function () {
  'use strict';
  var NOME = 'entrada_origem';
  var DIAS = 90;
  var NO_ENDERECO = ['${IN_ADDRESSES.join("', '")}'];

  // O que a primeira visita guardou, enquanto vale.
  function guardados() {
    try {
      var guardado = JSON.parse(localStorage.getItem(NOME));
      if (guardado && guardado.ate > Date.now()) return guardado.sinais;
      localStorage.removeItem(NOME);
    } catch (erro) {
      // Um navegador que não guarda nada: vale o endereço desta página.
    }
    return null;
  }

  function guardar(sinais) {
    try {
      localStorage.setItem(NOME, JSON.stringify({ ate: Date.now() + DIAS * 86400000, sinais: sinais }));
    } catch (erro) {
      return;
    }
  }

  // O clique em um anúncio da Meta, como o pixel dela o guarda.
  function fbcDoPixel() {
    var achado = /(?:^|; )_fbc=(fb\.[^;]{1,600})/.exec(document.cookie);
    return achado ? achado[1] : '';
  }

  // O site de onde veio a visita, sem o que segue o "?"; as páginas do próprio site não contam.
  function referencia() {
    if (document.referrer.indexOf('https://') !== 0) return '';
    var de = '.' + new URL(document.referrer).hostname.replace(/^www\./, '');
    var aqui = '.' + location.hostname.replace(/^www\./, '');
    if (de.slice(-aqui.length) === aqui || aqui.slice(-de.length) === de) return '';
    return document.referrer.split(/[?#]/)[0].slice(0, 2048);
  }

  function destaPagina() {
    var sinais = {};
    var endereco = new URLSearchParams(location.search);
    NO_ENDERECO.forEach(function (nome) {
      var valor = (endereco.get(nome) || '').trim();
      if (valor && valor.length <= 2048) sinais[nome] = valor;
    });
    if (fbcDoPixel()) sinais.fbc = fbcDoPixel();
    if (referencia()) sinais.referrer = referencia();
    return sinais;
  }

  var sinais = guardados();
  if (!sinais) {
    sinais = destaPagina();
    if (Object.keys(sinais).length > 0) guardar(sinais);
  }

  // O pixel pode guardar o clique só depois; o de outro anúncio, mais novo, não é o do primeiro contato.
  function preencher(form) {
    var fbc = fbcDoPixel();
    if (!sinais.fbc && sinais.fbclid && fbc.slice(-sinais.fbclid.length - 1) === '.' + sinais.fbclid) sinais.fbc = fbc;
    if (Object.keys(sinais).length === 0) return;
    form.querySelectorAll('input[data-sinal]').forEach(function (campo) {
      campo.value = typeof sinais[campo.name] === 'string' ? sinais[campo.name] : '';
    });
  }

  document.querySelectorAll('form[data-entrada]').forEach(function (form) {
    preencher(form);
    form.addEventListener('submit', function () {
      preencher(form);
    });
  });
})();`;
